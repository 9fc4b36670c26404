/** A file that the page offered for download. */
interface OfferedFile {
  name: string;
  blob: Blob;
}

/** Catches the files that the open page offers for download; this DOM downloads nothing. @returns the files so far */
export function catchDownloads(): readonly OfferedFile[] {
  const blobs = new Map<string, Blob>();
  const files: OfferedFile[] = [];
  URL.createObjectURL = (blob) => {
    const address = `blob:${blobs.size}`;
    blobs.set(address, blob as Blob);
    return address;
  };
  HTMLAnchorElement.prototype.click = function () {
    const blob = blobs.get(this.href);
    if (blob) files.push({ name: this.download, blob });
  };
  return files;
}
