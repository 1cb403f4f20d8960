import type { FaultSink } from '../errors.ts';
import { MAX_PATH_BYTES } from '../limits.ts';
import { normalizePackagePath } from '../paths.ts';

/** A package path in a manifest, normalized. */
export interface NamedPath {
  readonly path: string;
  /** The field of the manifest, such as `slides[3].file`. */
  readonly where: string;
  /** Whether the archive must contain the file. A thumbnail may be missing. */
  readonly required: boolean;
  readonly isSlide: boolean;
}

/**
 * All package paths in a manifest, in order. Unsafe paths are reported instead. The manifest may be invalid: fields that are not text
 * are ignored.
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

/** The fields that this module reads, of objects that may be anything. */
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

/** An unsafe path may be as long as the manifest. */
function shortened(path: string): string {
  return path.length > MAX_PATH_BYTES ? `${path.slice(0, MAX_PATH_BYTES).toWellFormed()}…` : path;
}
