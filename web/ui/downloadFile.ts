/** Offers `content` as a file download. */
export function downloadFile(fileName: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Delayed, because some browsers read the URL only after the click's task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Offers everything that is stored about a person as a JSON file. */
export const saveData = (data: object) =>
  downloadFile("survey-app-data.json", JSON.stringify(data, null, 2), "application/json");
