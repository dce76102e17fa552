//! Writes output files.

use anyhow::{Result, bail};
use std::io::Write;
use std::path::Path;

/// The extension of a file name in lower case; empty if there is none.
pub fn ending(path: &Path) -> String {
    path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).unwrap_or_default()
}

/// Whether the file is a PNG (true) or an SVG (false), by its extension. Fails if the extension is neither `.png` nor `.svg`.
pub fn is_png(path: &Path) -> Result<bool> {
    match ending(path).as_str() {
        "svg" => Ok(false),
        "png" => Ok(true),
        _ => bail!("{}: the name of a picture must end in .svg or .png", path.display()),
    }
}

/// Writes a file atomically: writes a temporary file in the same folder, then renames it. Writes to devices and pipes directly.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        // Write directly to a device or a pipe: renaming a file to its name would replace it.
        std::fs::OpenOptions::new().write(true).open(path)?.write_all(bytes)?;
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("there is no folder {}", folder.display());
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).map_err(|error| std::io::Error::from(error.kind()))?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
