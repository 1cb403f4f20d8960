/** Settings stored in this browser. If storage is unavailable or full, they are not remembered. */
export type Setting =
  | 'scheme'
  | 'language'
  | 'visibility'
  | 'notes-open'
  | 'click-moves'
  | 'ink'
  | 'pen-seen'
  | 'presenter-notes-size'
  | 'presenter-split'
  | 'remote-name'
  | 'reactions-float'
  | 'people'
  | `links.${string}`
  | `hosts-later.${string}`
  | `planned.${string}`
  | `resume.${string}`;

const PREFIX = 'lectern.';

/** Reads a setting; null if it is not set or storage is unavailable. */
export function readSetting(name: Setting): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Stores a setting, or removes it if `value` is null. */
export function writeSetting(name: Setting, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Settings are optional, see above.
  }
}

/** Calls `listener` when another window of this browser changes a setting. */
export function followSetting(name: Setting, listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // The key is null when everything was removed.
    if (key === null || key === PREFIX + name) listener();
  });
}
