/**
 * How many instances of the server a test has. They share the database and the files, and take turns with its requests. More than one
 * shows what depends on the memory of a process: `LECTERN_INSTANCES=2 npm run test:unit -- --project server`.
 */
export const INSTANCES = Number(process.env['LECTERN_INSTANCES'] ?? 1);

/** Whether tests of what each instance keeps in its own memory must be skipped. Prints the reason if so. */
export function needsOneInstance(reason: string): boolean {
  if (INSTANCES === 1) return false;
  process.stderr.write(`Tests are skipped with several instances: ${reason}\n`);
  return true;
}
