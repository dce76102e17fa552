/** The WebAssembly module in base64. `build.sh` writes the file. */
export const base64: string;
