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
  | 'people'
  | `links.${string}`
  | `hosts-later.${string}`
  | `planned.${string}`
  | `resume.${string}`;

/** Reads a setting; null if it is not set or storage is unavailable. */
export function readSetting(name: Setting): string | null {
  try {
    return localStorage.getItem(`lectern.${name}`);
  } catch {
    return null;
  }
}

/** Stores a setting, or removes it if `value` is null. */
export function writeSetting(name: Setting, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`lectern.${name}`);
    else localStorage.setItem(`lectern.${name}`, value);
  } catch {
    // Settings are optional, see above.
  }
}
