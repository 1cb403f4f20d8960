import { byAge, type Unsent } from './unsent.ts';

/** Where unsent work lies until it is sent. */
export interface UnsentStore {
  /** `memory`: it does not outlive the window. */
  readonly kept: 'device' | 'memory';
  all(userId: string): Promise<Unsent[]>;
  /** Everyone who has unsent work here. */
  owners(): Promise<string[]>;
  put(unsent: Unsent): Promise<void>;
  remove(id: string): Promise<void>;
}

/** For browsers that keep nothing, as some do in private windows. */
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
