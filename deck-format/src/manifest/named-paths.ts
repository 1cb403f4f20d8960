import type { FaultSink } from '../errors.ts';
import { normalizePackagePath } from '../paths.ts';
import type { SourceManifest } from './schema.ts';

/** A path that a manifest names. */
export interface NamedPath {
  readonly path: string;
  /** Place in the manifest: `slides[3].file`. */
  readonly where: string;
  /** Whether the archive has to hold it; a thumbnail may be missing. */
  readonly required: boolean;
  readonly isSlide: boolean;
}

/** Every package path in a manifest, by the order in which it stands there; unsafe ones go to `report` instead. */
export function namedPaths({ slides, offline }: SourceManifest, report: FaultSink): NamedPath[] {
  const named: NamedPath[] = [];
  const add = (raw: string, where: string, required: boolean, isSlide = false): void => {
    const result = normalizePackagePath(raw);
    if (result.ok) named.push({ path: result.path, where, required, isSlide });
    else report({ code: 'E_PATH_TRAVERSAL', rule: result.rule, path: raw, where });
  };
  for (const [at, slide] of slides.entries()) {
    add(slide.file, `slides[${at}].file`, true, true);
    if (slide.thumbnail != null) add(slide.thumbnail, `slides[${at}].thumbnail`, false);
  }
  for (const [at, asset] of (offline?.mirroredAssets ?? []).entries()) {
    add(asset.path, `offline.mirroredAssets[${at}].path`, true);
  }
  return named;
}
