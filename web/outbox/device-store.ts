import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { byAge, type Unsent } from './unsent.ts';
import { memoryStore, type UnsentStore } from './unsent-store.ts';

interface Tables extends DBSchema {
  unsent: { key: string; value: Unsent; indexes: { user: string } };
}

/** IndexedDB, which a crash of window or browser does not empty; where it is closed, memory. */
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
      // On the disk when this resolves, not only handed to the operating system.
      const tx = db.transaction('unsent', 'readwrite', { durability: 'strict' });
      await Promise.all([tx.store.put(unsent), tx.done]);
    },
    remove: (id) => db.delete('unsent', id),
  };
}
