import { countOf } from '../../manifest/issue-message.ts';
import { openPackage, thumbnailPath, type StagePackage } from '../../package.ts';
import { requiredSandboxTokens } from '../../manifest/capabilities.ts';
import { nodeEngine } from '../engine.ts';
import { type Command, EXIT, onlyOperand, parseCommandLine, printableLines } from './command.ts';
import { openDeckFile } from './files.ts';

/** `stage inspect`: shows the manifest and the entries of a package. It does not verify the contents of the files. */
export const inspect: Command = {
  name: 'inspect',
  summary: 'show what a package contains',
  help: `Usage: stage inspect FILE [--json]

Shows the title, the slides and the files of a package without unpacking it.

  --json   print the manifest and the list of files as JSON
`,
  async run(args) {
    const { values, positionals } = parseCommandLine(args, { json: { type: 'boolean', default: false } });
    await using source = await openDeckFile(onlyOperand(positionals, 'FILE'));
    const deck = await openPackage(source, nodeEngine);
    process.stdout.write(values.json ? asJson(deck) : asText(deck, source.size));
    return EXIT.success;
  },
};

function asJson(deck: StagePackage): string {
  const { manifest, warnings, entries } = deck;
  return `${JSON.stringify({ manifest, warnings, entries: [...entries.values()], thumbnail: thumbnailPath(deck) }, null, 2)}\n`;
}

function asText({ manifest, warnings, entries }: StagePackage, bytes: number): string {
  const { width, height } = manifest.dimensions;
  const lines = [
    `${manifest.title}  (${manifest.id}, version ${manifest.version})`,
    `${manifest.architecture}, ${countOf(manifest.slides.length, 'slide')} of ${width}×${height}, ${countOf(entries.size, 'file')}, ${bytes} bytes`,
    `sandbox: ${requiredSandboxTokens(manifest).join(' ')}`,
    ...manifest.slides.map(
      ({ index, label, file, notes }) => `${String(index).padStart(4)}  ${label}  ${file}${notes ? '  (notes)' : ''}`,
    ),
    ...warnings.map(({ path, message }) => `warning  ${path} ${message}`),
    ...[...entries.values()].map(
      ({ method, size, compressedSize, path }) =>
        `${method.padEnd(8)}${String(size).padStart(11)}${String(compressedSize).padStart(11)}  ${path}`,
    ),
  ];
  return printableLines(lines);
}
