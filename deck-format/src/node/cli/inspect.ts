import { parseArgs } from 'node:util';
import { openPackage, thumbnailPath, type StagePackage } from '../../package.ts';
import { requiredSandboxTokens } from '../../manifest/capabilities.ts';
import { nodeEngine } from '../engine.ts';
import { openFileSource } from '../file-source.ts';
import { onlyOperand, parsed } from './usage.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** Shows a package's manifest and entries as far as its directory tells; contents are not verified. */
export async function inspect(args: string[]): Promise<number> {
  const { values, positionals } = parsed(() => parseArgs({ args, options: OPTIONS, allowPositionals: true }));
  await using source = await openFileSource(onlyOperand(positionals, 'FILE'));
  const deck = await openPackage(source, nodeEngine);
  process.stdout.write(values.json ? asJson(deck) : asText(deck, source.size));
  return 0;
}

function asJson(deck: StagePackage): string {
  const { manifest, warnings, entries } = deck;
  return `${JSON.stringify({ manifest, warnings, entries: [...entries.values()], thumbnail: thumbnailPath(deck) }, null, 2)}\n`;
}

function asText({ manifest, warnings, entries }: StagePackage, bytes: number): string {
  const { width, height } = manifest.dimensions;
  const lines = [
    `${manifest.title}  (${manifest.id}, version ${manifest.version})`,
    `${manifest.architecture}, ${manifest.slides.length} slides of ${width}×${height}, ${entries.size} files, ${bytes} bytes`,
    `sandbox: ${requiredSandboxTokens(manifest).join(' ')}`,
    ...manifest.slides.map(
      ({ index, label, file, notes }) => `${String(index).padStart(4)}  ${oneLine(label)}  ${file}${notes ? '  (notes)' : ''}`,
    ),
    ...warnings.map(({ path, message }) => `warning  ${path} ${message}`),
    ...[...entries.values()].map(
      ({ method, size, compressedSize, path }) =>
        `${method.padEnd(8)}${String(size).padStart(11)}${String(compressedSize).padStart(11)}  ${path}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** A label is a stranger's text: nothing in it may move the terminal's cursor. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
