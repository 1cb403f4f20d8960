const NAMES = ['localStorage', 'sessionStorage'] as const;

/**
 * Replaces storages that throw. In a sandboxed frame, reading `localStorage` throws and stops whole runtimes. The replacements
 * last as long as the document.
 */
export function provideStorage(target: Pick<Window, (typeof NAMES)[number]>): void {
  for (const name of NAMES) {
    try {
      void target[name];
    } catch {
      Object.defineProperty(target, name, { value: memoryStorage(), configurable: true });
    }
  }
}

/** A `Storage` in memory. */
export function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    // Deck code passes numbers and other values; the real storage converts everything to text too.
    getItem: (name: unknown) => kept.get(String(name)) ?? null,
    setItem: (name: unknown, value: unknown) => void kept.set(String(name), String(value)),
    removeItem: (name: unknown) => void kept.delete(String(name)),
    clear: () => kept.clear(),
  };
}
