/** Downloads a text that exists only in this window. */
export function downloadText(fileName: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
