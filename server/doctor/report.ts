import { z } from 'zod';

/** How many examples a finding lists. It counts all. */
const EXAMPLES_MAX = 1000;

const findingSchema = z.object({
  /** A fault must be corrected. A warning can wait, or corrects itself. */
  severity: z.enum(['fault', 'warning']),
  /** A sentence that says what is wrong. */
  what: z.string(),
  /** A sentence that says what to do. */
  remedy: z.string(),
  /** What is concerned, if it is more than one thing: at most 1,000. */
  examples: z.array(z.string()),
});
export type Finding = z.infer<typeof findingSchema>;

const checkSchema = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'fault', 'skipped']),
  /** What was examined, or why it was not. */
  summary: z.string(),
  findings: z.array(findingSchema),
});
/** The result of one of the examinations of `lectern doctor`. */
export type Check = z.infer<typeof checkSchema>;

/** What `lectern doctor --json` prints. */
export const reportSchema = z.object({
  status: z.enum(['ok', 'warning', 'fault']),
  version: z.string(),
  /** ISO 8601. */
  checkedAt: z.string(),
  checks: z.array(checkSchema),
});
export type Report = z.infer<typeof reportSchema>;

export function checked(name: string, summary: string, findings: readonly Finding[]): Check {
  return { name, status: worst(findings), summary, findings: [...findings] };
}

export function skipped(name: string, why: string): Check {
  return { name, status: 'skipped', summary: why, findings: [] };
}

export function fault(what: string, remedy: string, examples: readonly string[] = []): Finding {
  return { severity: 'fault', what, remedy, examples: [...examples] };
}

export function warning(what: string, remedy: string, examples: readonly string[] = []): Finding {
  return { severity: 'warning', what, remedy, examples: [...examples] };
}

export function reportOf(checks: readonly Check[], version: string, now = new Date()): Report {
  return {
    status: worst(checks.flatMap(({ findings }) => findings)),
    version,
    checkedAt: now.toISOString(),
    checks: [...checks],
  };
}

function worst(findings: readonly Finding[]): 'ok' | 'warning' | 'fault' {
  if (findings.some(({ severity }) => severity === 'fault')) return 'fault';
  return findings.length > 0 ? 'warning' : 'ok';
}

/** Counts things and keeps the first ones as examples, so that its memory is bounded. */
export class Tally {
  readonly examples: string[] = [];
  count = 0;

  add(example: string): void {
    this.count += 1;
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(example);
  }
}

/** `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How many examples people are shown. */
const SHOWN = 5;

/** A check as lines for people. */
export function linesOf({ name, status, summary, findings }: Check): string[] {
  const indent = ' '.repeat(9);
  return [
    `${status.padEnd(8)} ${name}: ${summary}`,
    ...findings.flatMap(({ severity, what, remedy, examples }) => [
      `${indent}${severity === 'fault' ? 'Fault' : 'Warning'}: ${what}`,
      ...examples.slice(0, SHOWN).map((example) => `${indent}  - ${example}`),
      ...(examples.length > SHOWN
        ? [`${indent}  - and ${examples.length - SHOWN} more; --json lists up to ${EXAMPLES_MAX}`]
        : []),
      `${indent}To do: ${remedy}`,
    ]),
  ];
}
