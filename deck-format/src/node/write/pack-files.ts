import { buildManifest, type DeckFields, type SlideFields } from './build-manifest.ts';
import type { Content } from './content.ts';
import { writePackage, writePackageFile, type WriteOptions } from './write-package.ts';

/** A deck given as files: like `DeckFields`, but every HTML file is a slide, in order of path, where none are named. */
export interface FilesToPack extends Omit<DeckFields, 'slides'> {
  readonly files: ReadonlyMap<string, Content>;
  readonly slides?: readonly SlideFields[];
}

/** Packs files into a package in memory; see `writePackage` for what is checked. */
export async function packFiles(deck: FilesToPack, options: WriteOptions = {}): Promise<Uint8Array> {
  return writePackage(deck.files, await manifestOf(deck), options);
}

/** Packs files into a package on disk; see `writePackageFile`. */
export async function packFilesTo(target: string, deck: FilesToPack, options: WriteOptions = {}): Promise<void> {
  await writePackageFile(target, deck.files, await manifestOf(deck), options);
}

function manifestOf({ files, slides, ...fields }: FilesToPack): ReturnType<typeof buildManifest> {
  return buildManifest({ ...fields, slides: slides ?? everyHtmlFile(files) }, files);
}

function everyHtmlFile(files: ReadonlyMap<string, Content>): SlideFields[] {
  return [...files.keys()]
    .filter((path) => /\.html?$/i.test(path))
    .toSorted()
    .map((file) => ({ file }));
}
