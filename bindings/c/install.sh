#!/usr/bin/env bash
# Builds the C library with cargo and installs it: bash bindings/c/install.sh PREFIX
# There are then PREFIX/include/bumper.h, a static and a shared library, a file for pkg-config and one for CMake.
set -euo pipefail
prefix=${1:?the folder to install into}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
cd "$(dirname "$0")"
cargo build --release
target=${CARGO_TARGET_DIR:-target}/release
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
mkdir -p "$prefix"/{include,lib/pkgconfig,lib/cmake/bumper}
install -m 644 include/bumper.h "$prefix/include"
install -m 644 "$target/libbumper.a" "$prefix/lib"
libraries=(pthread dl m)
if [ "$(uname)" = Darwin ]; then
    shared=libbumper.dylib
    path=DYLD_LIBRARY_PATH
    libraries=(m)
else
    shared=libbumper.so
    path=LD_LIBRARY_PATH
fi
install -m 755 "$target/$shared" "$prefix/lib"
cat > "$prefix/lib/pkgconfig/bumper.pc" << END
prefix=$prefix
Name: bumper
Description: Collision detection for games
Version: $version
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/lib -lbumper
Libs.private: ${libraries[*]/#/-l}
END
cat > "$prefix/lib/cmake/bumper/bumper-config.cmake" << END
get_filename_component(bumper_prefix "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET bumper::bumper)
  add_library(bumper::bumper SHARED IMPORTED)
  set_target_properties(bumper::bumper PROPERTIES
    IMPORTED_LOCATION "\${bumper_prefix}/lib/$shared"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "\${bumper_prefix}/include")
  add_library(bumper::static STATIC IMPORTED)
  set_target_properties(bumper::static PROPERTIES
    IMPORTED_LOCATION "\${bumper_prefix}/lib/libbumper.a"
    INTERFACE_INCLUDE_DIRECTORIES "\${bumper_prefix}/include"
    INTERFACE_LINK_LIBRARIES "$(IFS=\;; echo "${libraries[*]}")")
endif()
END
cat > "$prefix/lib/cmake/bumper/bumper-config-version.cmake" << END
set(PACKAGE_VERSION "$version")
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
END
cat << END
bumper $version is in $prefix. To compile with pkg-config, and to run with the shared library:
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig\${PKG_CONFIG_PATH:+:\$PKG_CONFIG_PATH}
  export $path=$prefix/lib\${$path:+:\$$path}
END
