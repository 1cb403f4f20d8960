import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceManifestSchema } from '../../manifest/schema.ts';
import { writePackageFile } from '../write/write-package.ts';
import { contentsOf } from './draft.ts';
import { PackError, type PackOptions, type PackReport } from './options.ts';
import type { FolderListing } from './walk.ts';

/** The manifest of a folder that is an unpacked package, otherwise undefined. @throws PackError if manifest.json is not JSON */
export async function manifestOfFolder(root: string, { files }: FolderListing): Promise<Record<string, unknown> | undefined> {
  if (!files.includes('manifest.json')) return undefined;
  const manifest = parsed(await readFile(join(root, 'manifest.json'), 'utf8'));
  const isDeckManifest =
    typeof manifest === 'object' &&
    manifest !== null &&
    'schema' in manifest &&
    String(manifest.schema).startsWith('slidestage@');
  return isDeckManifest ? { ...manifest } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new PackError(`manifest.json is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Packs an unpacked package. Its manifest stays the same, except for fields in the options. */
export async function repack(
  root: string,
  listing: FolderListing,
  manifest: Record<string, unknown>,
  target: string,
  { entry: _entry, split: _split, thumbnails: _thumbnails, requires, ...fields }: PackOptions,
): Promise<PackReport> {
  const files = await contentsOf(
    root,
    listing.files.filter((path) => path !== 'manifest.json'),
  );
  const changed = { ...manifest, ...fields, ...(requires && { compat: { requires } }) };
  await writePackageFile(target, files, changed);
  // The package was verified after writing, so the manifest is valid.
  const { title, slides } = sourceManifestSchema.parse(changed);
  const { size } = await stat(target);
  return {
    target,
    title,
    kind: 'package',
    slides: slides.length,
    files: files.size,
    bytes: size,
    leftOut: listing.leftOut,
    remarks: [],
  };
}
