import { byAge, type Unsent } from './unsent.ts';

/** Stores unsent changes. */
export interface UnsentStore {
  /** `memory`: lost when the window closes. */
  readonly kept: 'device' | 'memory';
  all(userId: string): Promise<Unsent[]>;
  /** The ids of all users with unsent changes here. */
  owners(): Promise<string[]>;
  put(unsent: Unsent): Promise<void>;
  remove(id: string): Promise<void>;
}

/** For browsers without storage, such as some private windows. */
export function memoryStore(): UnsentStore {
  const items = new Map<string, Unsent>();
  return {
    kept: 'memory',
    all: async (userId) => [...items.values()].filter((item) => item.userId === userId).toSorted(byAge),
    owners: async () => [...new Set([...items.values()].map(({ userId }) => userId))],
    put: async (unsent) => void items.set(unsent.id, unsent),
    remove: async (id) => void items.delete(id),
  };
}
