import { parseArgs } from 'node:util';
import { CAPABILITIES, isCapability, type Capability } from '../../manifest/capabilities.ts';
import { packDeck } from '../pack/pack-deck.ts';
import type { PackOptions, PackReport } from '../pack/options.ts';
import { onlyOperand, parsed, UsageError } from './usage.ts';

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  title: { type: 'string' },
  id: { type: 'string' },
  'deck-version': { type: 'string' },
  subtitle: { type: 'string' },
  author: { type: 'string' },
  description: { type: 'string' },
  'created-at': { type: 'string' },
  size: { type: 'string' },
  requires: { type: 'string', multiple: true },
  entry: { type: 'string' },
  split: { type: 'boolean', default: false },
  thumbnails: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Makes a package and tells what went into it. */
export async function pack(args: string[]): Promise<number> {
  const { values, positionals } = parsed(() => parseArgs({ args, options: OPTIONS, allowPositionals: true }));
  const input = onlyOperand(positionals, 'DIR or HTML file');
  if (values.output === undefined) throw new UsageError('Name the file to write with -o FILE.');
  const createdAt = createdAtOf(values['created-at'], process.env['SOURCE_DATE_EPOCH']);
  const report = await packDeck(input, values.output, {
    split: values.split,
    ...given({
      title: values.title,
      id: values.id,
      version: values['deck-version'],
      subtitle: values.subtitle,
      author: values.author,
      description: values.description,
      entry: values.entry,
      thumbnails: values.thumbnails,
      createdAt,
      dimensions: values.size === undefined ? undefined : dimensionsOf(values.size),
      requires: values.requires?.map(capability),
    }),
  });
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : asText(report));
  return 0;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The options that were given. */
function given<T extends Record<string, unknown>>(options: T): Given<T> & Pick<PackOptions, never> {
  // What is left has exactly the keys of T whose values are not undefined.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** Of the option, else of reproducible-builds.org's SOURCE_DATE_EPOCH (seconds), else undefined: the newest file decides. */
function createdAtOf(option: string | undefined, epoch: string | undefined): string | undefined {
  const text = option ?? (epoch === undefined || epoch === '' ? undefined : new Date(Number(epoch) * 1000));
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new UsageError(`${option ?? epoch} is not a moment; write it as 2026-01-31T09:00:00Z.`);
  return option ?? moment.toISOString();
}

function dimensionsOf(size: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? [];
  if (width === undefined || height === undefined) throw new UsageError(`${size} is not a size; write it as 1920x1080.`);
  return { width: Number(width), height: Number(height) };
}

function capability(name: string): Capability {
  if (!isCapability(name)) throw new UsageError(`${name} is not a capability; there are ${CAPABILITIES.join(', ')}.`);
  return name;
}

function asText({ target, title, kind, slides, files, bytes, leftOut, remarks }: PackReport): string {
  const lines = [
    `${target}: ${title} (${kind}), ${slides} ${slides === 1 ? 'slide' : 'slides'}, ${files} files, ${bytes} bytes`,
    ...leftOut.map(({ path, why }) => `left out  ${path} (${why})`),
    ...remarks.map((remark) => `note      ${remark}`),
  ];
  return `${lines.join('\n')}\n`;
}
