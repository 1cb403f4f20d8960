import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buildManifest, cut, type DeckFields } from '../write/build-manifest.ts';
import { writePackageFile } from '../write/write-package.ts';
import { addThumbnails } from './thumbnails.ts';
import { newestChange, type DeckDraft } from './draft.ts';
import { draftInline } from './draft-inline.ts';
import { draftSlides } from './draft-slides.ts';
import { draftSplit } from './draft-split.ts';
import { draftWhole } from './draft-whole.ts';
import { PackError, type PackOptions, type PackReport } from './options.ts';
import { recognize, sourceKindOf } from './recognize.ts';
import { referencedFiles } from './references.ts';
import { manifestOfFolder, repack } from './repack.ts';
import { checkFileSizes, listFolder, type FolderListing } from './walk.ts';

/**
 * Packs a folder or an HTML file into `target` and tells what it did. A folder is packed whole but for hidden files,
 * installed packages and other packages; an HTML file with the files that it names. The same input gives the same
 * bytes: `createdAt` is the option, or else the latest change of any packed file. Throws a `PackError` for what
 * cannot be packed and a `PackageError` for what no reader would accept.
 */
export async function packDeck(input: string, target: string, options: PackOptions = {}): Promise<PackReport> {
  const source = await findSource(input, options);
  if (source.manifest) return repack(source.root, source.listing, source.manifest, target, options);
  const found =
    source.entry === null
      ? await draftSlides(source.root, source.listing)
      : await draftEntry(source.root, source.entry, source.listing, options);
  const draft = options.thumbnails === undefined ? found : await addThumbnails(found, options.thumbnails);
  const createdAt = options.createdAt ?? (await newestChange(source.root, source.listing.files));
  const manifest = await buildManifest(deckFields(draft, options, createdAt), draft.files);
  await writePackageFile(target, draft.files, manifest);
  return reportOn(draft, manifest.title, target);
}

interface Source {
  readonly root: string;
  /** The document to keep whole or to split; null for a folder of slides. */
  readonly entry: string | null;
  readonly listing: FolderListing;
  /** Of a folder that is an unpacked package. */
  readonly manifest?: Record<string, unknown>;
}

async function findSource(input: string, options: PackOptions): Promise<Source> {
  const found = await stat(input).catch(() => null);
  if (!found) throw new PackError(`There is nothing at ${input}.`);
  if (found.isDirectory()) {
    const listing = await listFolder(input);
    await checkFileSizes(input, listing.files);
    const manifest = options.entry === undefined ? await manifestOfFolder(input, listing) : undefined;
    if (manifest) return { root: input, entry: null, listing, manifest };
    return { root: input, entry: await findEntry(input, listing, options), listing: withoutManifest(listing) };
  }
  if (!/\.html?$/i.test(input)) throw new PackError(`${input} is neither a folder nor an HTML file.`);
  const [root, entry] = [dirname(input), basename(input)];
  await checkFileSizes(root, [entry]);
  const files = await referencedFiles(root, entry);
  await checkFileSizes(root, files);
  return { root, entry, listing: { files, leftOut: [] } };
}

/** A `manifest.json` of another kind, such as a web application's, would lie where the deck's own has to. */
function withoutManifest({ files, leftOut }: FolderListing): FolderListing {
  const taken = files.filter((path) => path.toLowerCase() === 'manifest.json');
  const because = taken.map((path) => ({ path, why: "the deck's own manifest takes its place" }));
  return { files: files.filter((path) => !taken.includes(path)), leftOut: [...leftOut, ...because] };
}

/** The entry that was asked for, an `index.html` that runs a presentation, or the only HTML file there is. */
async function findEntry(root: string, { files }: FolderListing, { entry }: PackOptions): Promise<string | null> {
  if (entry !== undefined) {
    if (!files.includes(entry)) throw new PackError(`The folder has no ${entry}.`);
    return entry;
  }
  const html = files.filter((path) => /\.html?$/i.test(path));
  const [only] = html;
  if (only !== undefined && html.length === 1) return only;
  const index = html.find((path) => /^index\.html?$/i.test(path));
  return index !== undefined && recognize(await readFile(join(root, index), 'utf8')) !== 'plain' ? index : null;
}

async function draftEntry(root: string, entry: string, listing: FolderListing, { split }: PackOptions): Promise<DeckDraft> {
  if (split === true) return draftSplit(root, entry, listing);
  return (await draftInline(root, entry, listing)) ?? draftWhole(root, entry, listing);
}

function deckFields(draft: DeckDraft, options: PackOptions, createdAt: string): DeckFields {
  const { entry: _entry, split: _split, thumbnails: _thumbnails, ...given } = options;
  return {
    title: cut(draft.title, 256),
    architecture: draft.architecture,
    slides: draft.slides,
    provenance: {
      sourceKind: draft.kind === 'slides' ? 'plain-html' : sourceKindOf(draft.kind),
      conversionMode: draft.conversionMode,
      ...(draft.sourceEntry !== undefined && { sourceEntry: draft.sourceEntry }),
      converter: { name: 'deck-format' },
    },
    ...given,
    createdAt,
  };
}

async function reportOn(draft: DeckDraft, title: string, target: string): Promise<PackReport> {
  const { size } = await stat(target);
  const { kind, slides, files, leftOut, remarks } = draft;
  return { target, title, kind, slides: slides.length, files: files.size, bytes: size, leftOut, remarks };
}
