/** The text with its percent escapes decoded; null if they are damaged. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
