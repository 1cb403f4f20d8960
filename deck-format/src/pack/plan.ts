import { isHtmlPath } from '../content-type.ts';
import { buildManifest, cut, type DeckFields } from '../write/build-manifest.ts';
import { textOfContent, type Content } from '../write/content.ts';
import type { ManifestToWrite } from '../write/package-stream.ts';
import { checkSizes } from '../write/size-limits.ts';
import { newestChange, type DeckDraft, type DeckFiles, type InsideDeck } from './draft.ts';
import { draftInline } from './draft-inline.ts';
import { draftSlides, slideFilesIn } from './draft-slides.ts';
import { draftSplit } from './draft-split.ts';
import { draftWhole } from './draft-whole.ts';
import type { PlanOptions } from './options.ts';
import { recognize, sourceKindOf, type DeckKind } from './recognize.ts';
import { collectFiles, type Collected, type MissingFile, type OutsideHost } from './references/collect.ts';
import { planRepack, readDeckManifest } from './repack.ts';
import { type LeftOut, PackError, type SourceFile, type SourceTree } from './source-tree.ts';
import { addThumbnails } from './thumbnails.ts';
import { titleFromNames } from './titles.ts';

/** What a package will contain, before it is written. */
export interface DeckPlan {
  readonly title: string;
  readonly kind: DeckKind | 'slides' | 'package';
  /** Number of slides in the manifest. */
  readonly slides: number;
  /** Number of slides in the manifest that have speaker notes. */
  readonly notes: number;
  /** The slides of a deck that is one document. Null if only its scripts know them. Undefined for other decks. */
  readonly inside?: InsideDeck | null;
  /** By package path, without `manifest.json`. */
  readonly files: ReadonlyMap<string, Content>;
  readonly leftOut: readonly LeftOut[];
  /** Files that the deck loads and that do not exist. */
  readonly missing: readonly MissingFile[];
  /** Hosts from which the deck loads files. */
  readonly hosts: readonly OutsideHost[];
  /** Other possible problems, for the author. */
  readonly remarks: readonly string[];
  /** The manifest, with another title if one is given. */
  readonly manifest: (title?: string) => Promise<ManifestToWrite>;
}

/**
 * Plans the package of a deck. Nothing is written. The same tree gives the same plan: the default of `createdAt` is the time of the
 * last change of a packed file.
 *
 * @throws PackError if the tree cannot be packed
 * @throws PackageError `E_TOO_LARGE`
 */
export async function planDeck(tree: SourceTree, options: PlanOptions = {}): Promise<DeckPlan> {
  checkFileSizes(tree.files);
  const manifest = options.entry === undefined ? await readDeckManifest(tree.files) : undefined;
  if (manifest) return planRepack(tree, manifest, options);
  const source = withoutManifest(tree);
  const entry = await findEntry(source.files, options);
  const found = entry === null ? await planSlides(source) : await planEntry(source, entry, options);
  const draft = options.thumbnails ? addThumbnails(found.draft, options.thumbnails) : found.draft;
  checkFileSizes(found.collected.files);
  return planOf(source, draft, found.collected, options);
}

interface Found {
  readonly draft: DeckDraft;
  readonly collected: Collected;
}

async function planSlides(tree: SourceTree): Promise<Found> {
  const slideFiles = slideFilesIn(tree.files.keys());
  const collected = await collectFiles(tree, slideFiles);
  return { collected, draft: await draftSlides(slideFiles, collected.files) };
}

async function planEntry(tree: SourceTree, entry: string, { split }: PlanOptions): Promise<Found> {
  const collected = await collectFiles(tree, [entry]);
  const html = await htmlOf(collected.files, entry);
  if (split === true) return { collected, draft: draftSplit(entry, html, collected.files) };
  const inline = await draftInline(entry, html, collected.files);
  if (!inline) return { collected, draft: await draftWhole(entry, html, collected.files) };
  // What the slides load is part of the deck, too, and not merely mentioned in it.
  return { draft: inline, collected: await collectFiles(tree, [entry, ...inline.slides.map(({ file }) => file)]) };
}

async function htmlOf(files: DeckFiles, path: string): Promise<string> {
  const file = files.get(path);
  return file ? textOfContent(file) : '';
}

/** Leaves out a `manifest.json` of another kind, such as that of a web application: the package has its own manifest there. */
function withoutManifest(tree: SourceTree): SourceTree {
  const isManifest = (path: string): boolean => path.toLowerCase() === 'manifest.json';
  const replaced = [...tree.files.keys()].filter(isManifest);
  if (replaced.length === 0) return tree;
  return {
    ...tree,
    find: async (path) => (isManifest(path) ? undefined : tree.find(path)),
    files: new Map([...tree.files].filter(([path]) => !isManifest(path))),
    leftOut: [...tree.leftOut, ...replaced.map((path) => ({ path, why: 'replaced by the manifest of the deck' }))],
  };
}

/** The entry in the options, the only HTML file, or an `index.html` that is a presentation. Null if each HTML file is a slide. */
async function findEntry(files: DeckFiles, { entry }: PlanOptions): Promise<string | null> {
  if (entry !== undefined) {
    if (!files.has(entry)) throw new PackError(`The folder has no file ${entry}.`);
    return entry;
  }
  const html = [...files.keys()].filter(isHtmlPath);
  const [only] = html;
  if (only !== undefined && html.length === 1) return only;
  const index = html.find((path) => /^index\.html?$/i.test(path));
  return index !== undefined && recognize(await htmlOf(files, index)) !== 'plain' ? index : null;
}

/** Checks the sizes of files before they are read. @throws PackageError `E_TOO_LARGE` if they are too large for a package */
function checkFileSizes(files: ReadonlyMap<string, SourceFile>): void {
  checkSizes(new Map([...files].map(([path, { size }]) => [path, size])));
}

function planOf(tree: SourceTree, draft: DeckDraft, { files, missing, hosts }: Collected, options: PlanOptions): DeckPlan {
  const { entry: _entry, split: _split, thumbnails: _thumbnails, ...given } = options;
  const title = given.title ?? cut(draft.title ?? titleFromNames(draft.sourceEntry, tree.name), 256);
  const fields: DeckFields = {
    architecture: draft.architecture,
    slides: draft.slides,
    provenance: {
      sourceKind: draft.kind === 'slides' ? 'plain-html' : sourceKindOf(draft.kind),
      conversionMode: draft.conversionMode,
      ...(draft.sourceEntry !== undefined && { sourceEntry: draft.sourceEntry }),
      converter: { name: 'deck-format' },
    },
    ...given,
    title,
    createdAt: given.createdAt ?? newestChange(files),
  };
  return {
    title,
    kind: draft.kind,
    slides: draft.slides.length,
    notes: draft.slides.filter(({ notes }) => notes != null).length,
    ...(draft.inside !== undefined && { inside: draft.inside }),
    files: draft.files,
    leftOut: [...tree.leftOut, ...(draft.leftOut ?? [])],
    missing,
    hosts,
    remarks: remarksOn(draft.kind),
    manifest: async (changed = title) => ({ ...(await buildManifest({ ...fields, title: changed }, draft.files)) }),
  };
}

function remarksOn(kind: DeckDraft['kind']): string[] {
  if (kind !== 'slidev') return [];
  return [
    'Navigation in Slidev decks only works if they were built with "routerMode: hash" and "--base ./"; otherwise build the deck again.',
  ];
}
