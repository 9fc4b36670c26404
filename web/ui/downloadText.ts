/** Hands `text` to the browser as a file. */
export function downloadText(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Not at once: some browsers begin to read only after the click's task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
