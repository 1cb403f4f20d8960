type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Only the user agent string tells whether the keyboard has a ⌘ key. There, Ctrl+K deletes the rest of a line. */
export const hasCommandKey = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** Whether a key press opens the search: Ctrl+K, or ⌘K. */
export function isSearchKey({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): boolean {
  const [held, other] = hasCommandKey ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return held && !other && !shiftKey && !altKey && key.toLowerCase() === 'k';
}
