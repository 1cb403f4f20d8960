import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { byAge, type Unsent } from './unsent.ts';
import { memoryStore, type UnsentStore } from './unsent-store.ts';

interface Tables extends DBSchema {
  unsent: { key: string; value: Unsent; indexes: { user: string } };
}

/** IndexedDB, which survives a crash of the window or browser; memory if it is not available. */
export async function openDeviceStore(): Promise<UnsentStore> {
  try {
    return deviceStore(
      await openDB<Tables>('lectern', 1, {
        upgrade: (db) => void db.createObjectStore('unsent', { keyPath: 'id' }).createIndex('user', 'userId'),
      }),
    );
  } catch {
    return memoryStore();
  }
}

function deviceStore(db: IDBPDatabase<Tables>): UnsentStore {
  return {
    kept: 'device',
    all: async (userId) => (await db.getAllFromIndex('unsent', 'user', userId)).toSorted(byAge),
    owners: async () => [...new Set((await db.getAll('unsent')).map(({ userId }) => userId))],
    put: async (unsent) => {
      // Resolves only when the data is on disk, not just passed to the operating system.
      const tx = db.transaction('unsent', 'readwrite', { durability: 'strict' });
      const putting = tx.store.put(unsent);
      // Without this it would be committed after an answer to `put`, which a window that crashes no longer gets.
      tx.commit();
      await Promise.all([putting, tx.done]);
    },
    remove: (id) => db.delete('unsent', id),
  };
}
