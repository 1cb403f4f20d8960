import { connectDatabase } from '#server/db/connect.ts';
import { findEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { insertPassword, insertUser, PASSWORD, type TestUser, type UserWish } from './people.ts';

/** Where a running server has its data, and its `AUTH_SECRET`. */
interface RunningServer {
  readonly dataDir: string;
  readonly secret: string;
}

/** Writes users into the database of a running server. */
export interface PeopleOfServer extends AsyncDisposable {
  /** Creates a user with a session and a password. It takes a second of processor time less than signing up, which hashes a password. */
  insert(wish: UserWish): Promise<TestUser & { readonly password: string }>;
}

/** @throws Error if the server has no embedded database */
export async function peopleOfServer({ dataDir, secret }: RunningServer): Promise<PeopleOfServer> {
  const url = await findEmbeddedDatabase(dataDir);
  if (url === null) throw new Error(`No database runs in ${dataDir}.`);
  const database = connectDatabase({ url, poolSize: 1 });
  return {
    async insert(wish) {
      const user = await insertUser(database.db, secret, wish);
      await insertPassword(database.db, user.id);
      return { ...user, password: PASSWORD };
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
