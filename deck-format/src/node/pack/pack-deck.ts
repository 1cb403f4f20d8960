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
 * Packs a folder or an HTML file into `target`. A folder is packed without hidden files, installed packages and `.stage` files; an
 * HTML file is packed with the files that it refers to. The same input gives the same bytes: the default of `createdAt` is the time
 * of the last change of a packed file.
 *
 * @throws PackError if the input cannot be packed
 * @throws PackageError if the package would be invalid
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
  /** The document that is the deck. Null for a folder of slides. */
  readonly entry: string | null;
  readonly listing: FolderListing;
  /** The manifest of a folder that is an unpacked package. */
  readonly manifest?: Record<string, unknown>;
}

async function findSource(input: string, options: PackOptions): Promise<Source> {
  const found = await stat(input).catch(() => null);
  if (!found) throw new PackError(`${input} does not exist.`);
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

/** Leaves out a `manifest.json` of another kind, such as that of a web application: the package has its own manifest there. */
function withoutManifest({ files, leftOut }: FolderListing): FolderListing {
  const manifests = files.filter((path) => path.toLowerCase() === 'manifest.json');
  const replaced = manifests.map((path) => ({ path, why: 'replaced by the manifest of the deck' }));
  return { files: files.filter((path) => !manifests.includes(path)), leftOut: [...leftOut, ...replaced] };
}

/** The entry in the options, the only HTML file, or an `index.html` that is a presentation. Null if each HTML file is a slide. */
async function findEntry(root: string, { files }: FolderListing, { entry }: PackOptions): Promise<string | null> {
  if (entry !== undefined) {
    if (!files.includes(entry)) throw new PackError(`The folder has no file ${entry}.`);
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
