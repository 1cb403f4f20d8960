/** The program of a reader process: reads packages for the server. */
import { readPackage } from './read-package.ts';
import { serveReads } from './serve-reads.ts';

await serveReads(readPackage);
