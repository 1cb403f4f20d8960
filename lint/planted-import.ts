/** A file with an import that breaks a rule. */
export interface ImportViolation {
  /** Name of the test. */
  readonly name: string;
  readonly file: string;
  readonly source: string;
  /** A part of the linter's message that no other rule has. */
  readonly message: string;
}

let created = 0;

/** A file with one import that is not allowed there. `*` in `file` becomes a unique name. */
export function imports(name: string, file: string, module: string, message: string): ImportViolation {
  created += 1;
  const path = file.replace('*', `violation-${String(created)}`);
  return { name, file: path, source: `export { forbidden } from '${module}';\n`, message };
}
