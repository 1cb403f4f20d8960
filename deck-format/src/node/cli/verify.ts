import { countOf } from '../../manifest/issue-message.ts';
import { explainFault } from '../../errors.ts';
import { examinePackage, type Examination } from '../../examine.ts';
import { nodeEngine } from '../engine.ts';
import { type Command, EXIT, onlyOperand, parseCommandLine, printableLines } from './command.ts';
import { openDeckFile } from './files.ts';

/** `stage verify`: reports all faults and warnings of a package. */
export const verify: Command = {
  name: 'verify',
  summary: 'report all faults of a package',
  help: `Usage: stage verify FILE [--json]

Reads every byte of a package and reports all faults and warnings.
Exit code 0: the package is valid. 1: it has faults.

  --json   print the report as JSON: {file, ok, faults: [{code, message, …}], warnings}
`,
  async run(args) {
    const { values, positionals } = parseCommandLine(args, { json: { type: 'boolean', default: false } });
    const file = onlyOperand(positionals, 'FILE');
    await using source = await openDeckFile(file);
    const examination = await examinePackage(source, nodeEngine);
    process.stdout.write(values.json ? asJson(file, examination) : asText(file, examination));
    return examination.faults.length === 0 ? EXIT.success : EXIT.invalidDeck;
  },
};

function asJson(file: string, { faults, contents }: Examination): string {
  const explained = faults.map((fault) => ({ ...fault, message: explainFault(fault) }));
  return `${JSON.stringify({ file, ok: faults.length === 0, faults: explained, warnings: contents?.warnings ?? [] }, null, 2)}\n`;
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
  const verdict = faults.length === 0 ? `${file}: valid` : `${file}: invalid, ${countOf(faults.length, 'fault')}`;
  return printableLines([...lines, ...warnings, verdict]);
}
