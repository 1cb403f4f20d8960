// A process of its own that owns a server, for tests that kill it. Usage: node owner.ts DIRECTORY
// Prints the database's URL when it is ready and stops when its stdin ends.
import { once } from 'node:events';
import { startEmbeddedPostgres } from '../src/index.ts';
import { NAME } from './directory.ts';

const [, , directory = ''] = process.argv;
const postgres = await startEmbeddedPostgres({
  directory,
  name: NAME,
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${postgres.url}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await postgres.stop();
