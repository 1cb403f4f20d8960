import { buildManifest, type DeckFields, type SlideFields } from '../write/build-manifest.ts';
import type { Content } from '../write/content.ts';
import { writePackage, writePackageFile, type WriteOptions } from './write-package.ts';

/** A deck as files by package path. If `slides` is left out, every HTML file is a slide, in the order of the paths. */
export interface FilesToPack extends Omit<DeckFields, 'slides'> {
  readonly files: ReadonlyMap<string, Content>;
  readonly slides?: readonly SlideFields[];
}

/** Packs files into a package in memory. @throws PackageError if the package would be invalid */
export async function packFiles(deck: FilesToPack, options: WriteOptions = {}): Promise<Uint8Array> {
  return writePackage(deck.files, await manifestOf(deck), options);
}

/** Packs files into a package on disk: see `writePackageFile`. @throws PackageError if the package would be invalid */
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
