import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countOf } from '../../manifest/issue-message.ts';
import { CAPABILITIES, isCapability, type Capability } from '../../manifest/capabilities.ts';
import type { MissingFile } from '../../pack/references/collect.ts';
import { openPackage } from '../../package.ts';
import { baseName } from '../../write/build-manifest.ts';
import { nodeEngine } from '../engine.ts';
import { packDeck, type PackOptions, type PackReport } from '../pack-deck.ts';
import { type Command, EXIT, onlyOperand, parseCommandLine, printableLines, UsageError } from './command.ts';
import { checkOutput, openDeckFile, refuseInput } from './files.ts';
import { loadRendering, rendered } from './rendering.ts';

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
  strict: { type: 'boolean', default: false },
  thumbnails: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `stage pack`: creates a package and reports what it contains. */
export const pack: Command = {
  name: 'pack',
  summary: 'create a package from a folder or an HTML file',
  help: `Usage: stage pack DIR|HTML -o FILE [options]

Packs a folder of slides, or an HTML file and the files that it refers to. Of the installed packages in a folder (node_modules),
only the files that the deck refers to are packed. Files that the deck loads and that do not exist are listed.

  -o, --output FILE       file to write the package to
  --title, --id, --deck-version, --subtitle, --author, --description TEXT
  --created-at ISO        default: SOURCE_DATE_EPOCH, or the time of the last change of a packed file
  --size WIDTHxHEIGHT     logical size of a slide; default 1920x1080
  --requires CAPABILITY   ${CAPABILITIES.join(', ')}; can be repeated
  --entry FILE            HTML file in the folder that is the deck
  --split                 one slide per file (reveal.js, impress.js)
  --thumbnails [DIR]      folder of pictures with the names of the slides; before another option or at the end, without DIR: pictures
                          are made with the Google Chrome or Chromium of this machine, or with the one that RENDERER_BROWSER names
  --strict                exit code 3 if the deck loads files that do not exist
  --json                  print the report as JSON
`,
  async run(args) {
    const { values, positionals } = parseCommandLine(withEmptyValues(args), OPTIONS);
    const input = onlyOperand(positionals, 'DIR or HTML file');
    if (values.output === undefined) throw new UsageError('Specify the file to write with -o FILE.');
    const options = optionsOf(values);
    const isRendered = values.thumbnails === '';
    for (const path of [input, values.thumbnails]) {
      if (path) await stat(path).catch((error: unknown) => refuseInput(path, error));
    }
    await checkOutput(values.output, input);
    const report = await (isRendered ? packWithPictures : packDeck)(input, values.output, options);
    process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : asText(report));
    return values.strict && report.missing.length > 0 ? EXIT.filesMissing : EXIT.success;
  },
};

/** Gives `--thumbnails` an empty value if none follows it: `parseArgs` knows no values that can be left out. */
function withEmptyValues(args: readonly string[]): string[] {
  return args.map((arg, at) => (arg === '--thumbnails' && args[at + 1]?.startsWith('-') !== false ? '--thumbnails=' : arg));
}

/** Packs a deck with a picture of each slide. It is packed twice, because only a package can be rendered. */
async function packWithPictures(input: string, target: string, options: PackOptions): Promise<PackReport> {
  const { thumbnails } = await loadRendering();
  const folder = await mkdtemp(join(tmpdir(), 'stage-'));
  try {
    const draft = join(folder, 'deck.stage');
    await packDeck(input, draft, options);
    const pictures = rendered(await thumbnails(draft));
    await using source = await openDeckFile(draft);
    const { manifest } = await openPackage(source, nodeEngine);
    const named = join(folder, 'thumbnails');
    await mkdir(named);
    for (const [at, { file }] of manifest.slides.entries()) {
      const picture = pictures.get(at);
      if (picture !== undefined) await writeFile(join(named, `${baseName(file)}.webp`), picture);
    }
    // The time is that of the deck, not of its pictures.
    return await packDeck(input, target, { ...options, createdAt: manifest.createdAt, thumbnails: named });
  } finally {
    await rm(folder, { recursive: true });
  }
}

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
      thumbnails: values.thumbnails || undefined,
      createdAt: createdAtOf(values['created-at'], process.env['SOURCE_DATE_EPOCH']),
      dimensions: values.size === undefined ? undefined : dimensionsOf(values.size),
      requires: values.requires?.map(capability),
    }),
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The options without those that are undefined. */
function given<T extends Record<string, unknown>>(options: T): Given<T> & Pick<PackOptions, never> {
  // The result has exactly the keys of T whose values are not undefined.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** The value of the option, otherwise of SOURCE_DATE_EPOCH (in seconds; see reproducible-builds.org), otherwise undefined. */
function createdAtOf(option: string | undefined, epoch: string | undefined): string | undefined {
  const text = option ?? (epoch === undefined || epoch === '' ? undefined : new Date(Number(epoch) * 1000));
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`${option ?? epoch} is not a date and time; write it as 2026-01-31T09:00:00Z.`);
  return option ?? date.toISOString();
}

function dimensionsOf(size: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? [];
  if (width === undefined || height === undefined) throw new UsageError(`${size} is not a size; write it as 1920x1080.`);
  return { width: Number(width), height: Number(height) };
}

function capability(name: string): Capability {
  if (!isCapability(name)) throw new UsageError(`${name} is not a capability; the capabilities are ${CAPABILITIES.join(', ')}.`);
  return name;
}

function asText({ target, title, kind, slides, files, bytes, leftOut, missing, hosts, remarks }: PackReport): string {
  const lines = [
    `${target}: ${title} (${kind}), ${countOf(slides, 'slide')}, ${countOf(files, 'file')}, ${bytes} bytes`,
    ...leftOut.map(({ path, why }) => `left out  ${path} (${why})`),
    ...missing.map((file) => `missing   ${file.reference} (${REASONS[file.why]}; ${file.file}:${file.line})`),
    ...hosts.map(({ host, file, line }) => `loads     from ${host} (a player may block this; ${file}:${line})`),
    ...remarks.map((remark) => `note      ${remark}`),
  ];
  return printableLines(lines);
}

const REASONS: Readonly<Record<MissingFile['why'], string>> = {
  'not-found': 'the file does not exist',
  outside: 'outside of the folder',
  absolute: 'use a relative path',
  'bare-specifier': 'not in an import map',
};
