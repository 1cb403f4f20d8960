import { parseArgs } from 'node:util';
import { explainFault } from '../../errors.ts';
import { examinePackage, type Examination } from '../../examine.ts';
import { nodeEngine } from '../engine.ts';
import { openFileSource } from '../file-source.ts';
import { onlyOperand, parsed, UsageError } from './usage.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** Tells every fault and warning of a package; 0 where it is sound, 1 where it is not. */
export async function verify(args: string[]): Promise<number> {
  const { values, positionals } = parsed(() => parseArgs({ args, options: OPTIONS, allowPositionals: true }));
  const file = onlyOperand(positionals, 'FILE');
  await using source = await openFileSource(file).catch((error: unknown) => {
    throw new UsageError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const examination = await examinePackage(source, nodeEngine);
  process.stdout.write(values.json ? asJson(file, examination) : asText(file, examination));
  return examination.faults.length === 0 ? 0 : 1;
}

function asJson(file: string, { faults, contents }: Examination): string {
  const told = faults.map((fault) => ({ ...fault, message: explainFault(fault) }));
  return `${JSON.stringify({ file, ok: faults.length === 0, faults: told, warnings: contents?.warnings ?? [] }, null, 2)}\n`;
}

function asText(file: string, { faults, contents }: Examination): string {
  const lines = faults.flatMap((fault) => {
    const issues = 'issues' in fault ? fault.issues : [];
    return [
      `${fault.code}  ${explainFault(fault)}`,
      ...issues.slice(1).map(({ path, message }) => `${fault.code}  ${path}: ${message}`),
    ];
  });
  const warnings = (contents?.warnings ?? []).map(({ path, message }) => `warning  ${path} ${message}`);
  const verdict =
    faults.length === 0 ? `${file}: sound` : `${file}: refused, ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`;
  return `${[...lines, ...warnings, verdict].join('\n')}\n`;
}
