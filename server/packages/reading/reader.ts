/** The program of a reader process: reads the packages that the server names. */
import { readPackage } from './read-package.ts';
import { serveReads } from './serve-reads.ts';

await serveReads(readPackage);
