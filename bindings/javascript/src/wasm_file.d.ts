/** The address of the module, as bundlers give it to an import of the file. Pass `new URL(file, import.meta.url)` to `init`. */
declare const file: string;
export default file;
