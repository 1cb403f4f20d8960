// A process of its own that owns an embedded database, for tests that kill it. Usage: node embedded-owner.ts DATA_DIR
// Prints the database's URL when it is ready and stops when its stdin ends.
import { once } from 'node:events';
import { startEmbeddedPostgres } from '#server/db/embedded/start.ts';

const [, , dataDir = ''] = process.argv;
const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => process.stderr.write(`${line}\n`) });
process.stdout.write(`${postgres.url}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await postgres.stop();
