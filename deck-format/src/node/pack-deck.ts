import { stat } from 'node:fs/promises';
import type { PlanOptions } from '../pack/options.ts';
import { type DeckPlan, planDeck } from '../pack/plan.ts';
import { filesIn, openTree } from './folder.ts';
import { writePackageFile } from './write-package.ts';

/** Options of `packDeck`. Fields that are left out are taken from the deck. */
export interface PackOptions extends Omit<PlanOptions, 'thumbnails'> {
  /** Folder with thumbnails that have the names of the slides. */
  readonly thumbnails?: string;
}

/** A report on what was packed. */
export interface PackReport extends Pick<
  DeckPlan,
  'title' | 'kind' | 'slides' | 'notes' | 'inside' | 'leftOut' | 'missing' | 'hosts' | 'remarks'
> {
  readonly target: string;
  /** Number of files, without `manifest.json`. */
  readonly files: number;
  readonly bytes: number;
}

/**
 * Packs a folder or an HTML file into `target`. A folder is packed without hidden files and `.stage` files, and with those files of
 * installed packages that the deck refers to; an HTML file is packed with the files that it refers to. The same input gives the same
 * bytes.
 *
 * @throws PackError if the input cannot be packed
 * @throws PackageError if the package would be invalid
 */
export async function packDeck(input: string, target: string, { thumbnails, ...options }: PackOptions = {}): Promise<PackReport> {
  const pictures = thumbnails === undefined ? {} : { thumbnails: await filesIn(thumbnails) };
  const { manifest, files, ...plan } = await planDeck(await openTree(input), { ...options, ...pictures });
  await writePackageFile(target, files, await manifest());
  const { size } = await stat(target);
  return { target, ...plan, files: files.size, bytes: size };
}
