import { z } from 'zod';
import { textOfContent } from '../write/content.ts';
import type { DeckFiles } from './draft.ts';
import type { PlanOptions } from './options.ts';
import type { DeckPlan } from './plan.ts';
import { collectFiles } from './references/collect.ts';
import { PackError, type SourceTree } from './source-tree.ts';

/** As much of a manifest as the plan needs. The whole manifest is checked when the package is verified. */
const slidesSchema = z.array(z.looseObject({ file: z.string().catch(''), notes: z.unknown() })).catch([]);

/** The manifest of an unpacked package, otherwise undefined. @throws PackError if manifest.json is not JSON */
export async function readDeckManifest(files: DeckFiles): Promise<Record<string, unknown> | undefined> {
  const file = files.get('manifest.json');
  if (!file) return undefined;
  const manifest = parsed(await textOfContent(file));
  const isDeckManifest =
    typeof manifest === 'object' &&
    manifest !== null &&
    'schema' in manifest &&
    String(manifest.schema).startsWith('slidestage@');
  return isDeckManifest ? { ...manifest } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PackError(`manifest.json is not valid JSON: ${reason}`, 'manifest-not-json');
  }
}

/** Plans an unpacked package. Its manifest stays the same, except for fields in the options. */
export async function planRepack(
  tree: SourceTree,
  manifest: Record<string, unknown>,
  { entry: _entry, split: _split, thumbnails: _thumbnails, requires, ...fields }: PlanOptions,
): Promise<DeckPlan> {
  const changed: Readonly<Record<string, unknown>> = { ...manifest, ...fields, ...(requires && { compat: { requires } }) };
  const slides = slidesSchema.parse(changed['slides']);
  const { files, missing, hosts } = await collectFiles(
    tree,
    slides.map(({ file }) => file),
  );
  const title = z.string().catch('').parse(changed['title']);
  return {
    title,
    kind: 'package',
    slides: slides.length,
    notes: slides.filter(({ notes }) => typeof notes === 'string' && notes !== '').length,
    files: new Map([...files].filter(([path]) => path !== 'manifest.json')),
    leftOut: tree.leftOut,
    missing,
    hosts,
    remarks: [],
    manifest: async (newTitle) => (newTitle === undefined ? changed : { ...changed, title: newTitle }),
  };
}
