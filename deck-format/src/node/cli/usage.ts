/** A command line that cannot be understood; the message is followed by the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What `parseArgs` rejects with is a matter of usage, too. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The only positional argument. */
export function onlyOperand(operands: readonly string[], what: string): string {
  const [operand, ...rest] = operands;
  if (operand === undefined || rest.length > 0) throw new UsageError(`Name exactly one ${what}.`);
  return operand;
}
