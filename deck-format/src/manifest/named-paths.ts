import type { FaultSink } from '../errors.ts';
import { MAX_PATH_BYTES } from '../limits.ts';
import { normalizePackagePath } from '../paths.ts';

/** A path that a manifest names. */
export interface NamedPath {
  readonly path: string;
  /** Place in the manifest: `slides[3].file`. */
  readonly where: string;
  /** Whether the archive has to hold it; a thumbnail may be missing. */
  readonly required: boolean;
  readonly isSlide: boolean;
}

/**
 * Every package path in a manifest, by the order in which it stands there; unsafe ones go to `report` instead. The
 * manifest may break any rule of the schema: what is no path is left out.
 */
export function namedPaths(manifest: unknown, report: FaultSink): NamedPath[] {
  const named: NamedPath[] = [];
  const add = (raw: unknown, where: string, required: boolean, isSlide = false): void => {
    if (typeof raw !== 'string') return;
    const result = normalizePackagePath(raw);
    if (result.ok) named.push({ path: result.path, where, required, isSlide });
    else report({ code: 'E_PATH_TRAVERSAL', rule: result.rule, path: shortened(raw), where });
  };
  const { slides, offline } = fieldsOf(manifest);
  for (const [at, slide] of listOf(slides).entries()) {
    const { file, thumbnail } = fieldsOf(slide);
    add(file, `slides[${at}].file`, true, true);
    add(thumbnail, `slides[${at}].thumbnail`, false);
  }
  for (const [at, asset] of listOf(fieldsOf(offline).mirroredAssets).entries()) {
    add(fieldsOf(asset).path, `offline.mirroredAssets[${at}].path`, true);
  }
  return named;
}

/** The fields that this module asks for. */
interface Fields {
  readonly slides?: unknown;
  readonly offline?: unknown;
  readonly file?: unknown;
  readonly thumbnail?: unknown;
  readonly mirroredAssets?: unknown;
  readonly path?: unknown;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A path that is told to be unsafe may be as long as the manifest. */
function shortened(path: string): string {
  return path.length > MAX_PATH_BYTES ? `${path.slice(0, MAX_PATH_BYTES).toWellFormed()}…` : path;
}
