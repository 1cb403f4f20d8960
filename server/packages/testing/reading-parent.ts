/** A program that reads a package in a reader process, for tests that kill it meanwhile. Arguments: the reader's program and the package. */
import { ReaderProcess } from '#server/packages/reading/reader-process.ts';

const [, , program = '', path = ''] = process.argv;
const NEVER = 600_000;
await new ReaderProcess(new URL(program), NEVER).read({ path, maxBytes: 1_000_000 }, NEVER);
