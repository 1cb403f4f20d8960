import { stat } from 'node:fs/promises';
import { CAPABILITIES, isCapability, type Capability } from '../../manifest/capabilities.ts';
import { packDeck } from '../pack/pack-deck.ts';
import type { PackOptions, PackReport } from '../pack/options.ts';
import { type Command, EXIT, onlyOperand, parseCommandLine, UsageError } from './command.ts';
import { checkOutput, refuseInput } from './files.ts';

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

/** `stage pack`: makes a package and reports what went into it. */
export const pack: Command = {
  name: 'pack',
  summary: 'make a package of a folder or an HTML file',
  help: `Usage: stage pack DIR|HTML -o FILE [options]

Packs a folder of slides, or an HTML file with the files that it names.

  -o, --output FILE       where to write the package
  --title, --id, --deck-version, --subtitle, --author, --description TEXT
  --created-at ISO        default: SOURCE_DATE_EPOCH, or the latest change of a packed file
  --size WIDTHxHEIGHT     logical size of a slide; default 1920x1080
  --requires CAPABILITY   ${CAPABILITIES.join(', ')}; may be repeated
  --entry FILE            HTML file of the folder to start from
  --split                 one slide per file (reveal.js, impress.js)
  --thumbnails DIR        pictures named like the slides
  --json                  report as JSON
`,
  async run(args) {
    const { values, positionals } = parseCommandLine(args, OPTIONS);
    const input = onlyOperand(positionals, 'DIR or HTML file');
    if (values.output === undefined) throw new UsageError('Name the file to write with -o FILE.');
    const options = optionsOf(values);
    for (const path of [input, values.thumbnails]) {
      if (path !== undefined) await stat(path).catch((error: unknown) => refuseInput(path, error));
    }
    await checkOutput(values.output, input);
    const report = await packDeck(input, values.output, options);
    process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : asText(report));
    return EXIT.done;
  },
};

type Values = ReturnType<typeof parseCommandLine<typeof OPTIONS>>['values'];

function optionsOf(values: Values): PackOptions {
  return {
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
      createdAt: createdAtOf(values['created-at'], process.env['SOURCE_DATE_EPOCH']),
      dimensions: values.size === undefined ? undefined : dimensionsOf(values.size),
      requires: values.requires?.map(capability),
    }),
  };
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
