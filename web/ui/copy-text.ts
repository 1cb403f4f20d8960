/**
 * Copies a text; returns whether it was copied. Pages on plain http have no clipboard API; the deprecated command still works there.
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const holder = document.createElement('textarea');
  holder.value = text;
  document.body.append(holder);
  holder.select();
  // oxlint-disable-next-line typescript/no-deprecated -- there is no replacement outside secure contexts
  const copied = document.execCommand('copy');
  holder.remove();
  return copied;
}
