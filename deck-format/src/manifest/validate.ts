import type { z } from 'zod';
import type { ManifestIssue, PackageFault } from '../errors.ts';
import { MAX_CHECKED_VALUES, MAX_SLIDES } from '../limits.ts';
import { issueMessage } from './issue-message.ts';
import { countValues, parseBoundedJson } from './json.ts';
import { SCHEMA_NAME, sourceManifestSchema, type SourceManifest } from './schema.ts';

/** The result of reading a manifest. `found` is the parsed JSON of an invalid manifest, in which further faults can be found. */
export type ManifestResult =
  | { readonly ok: true; readonly manifest: SourceManifest }
  | { readonly ok: false; readonly fault: PackageFault; readonly found?: unknown };

/** Maximum number of issues, to bound memory for hostile manifests. */
const MAX_ISSUES = 100;
const NEWEST_SCHEMA = [1, 0] as const;
const VERSION_PATTERN = /^(?:slidestage@)?(\d{1,6})(?:\.(\d{1,6}))?(?:\.\d{1,6})?$/;

/** Parses and validates the bytes of `manifest.json`. The fault of an invalid manifest has at most 100 issues. */
export function validateManifest(bytes: Uint8Array): ManifestResult {
  const parsed = parseBoundedJson(bytes);
  if (!parsed.ok) return bad([parsed.issue]);
  const { value } = parsed;
  if (!isObject(value)) return bad([{ path: '', message: 'manifest.json must contain a JSON object' }]);
  const unsupported = unsupportedSchema(value);
  if (unsupported) return { ok: false, fault: { code: 'E_UNSUPPORTED_SCHEMA', issues: [unsupported] } };
  const overlong = overlongSlides(value) ?? overfullPart(value);
  if (overlong) return bad([overlong]);
  const result = sourceManifestSchema.safeParse(value, { error: issueMessage });
  const version = badVersion(value);
  if (!result.success) return bad([...result.error.issues.slice(0, MAX_ISSUES).map(toIssue), ...version], value);
  return version.length > 0 ? bad(version, value) : { ok: true, manifest: result.data };
}

/** Checked before all other rules, because they may not apply to a later version of the format. */
function unsupportedSchema(manifest: JsonObject): ManifestIssue | undefined {
  const { schema } = manifest;
  if (typeof schema === 'string' && schema !== SCHEMA_NAME) {
    return {
      path: 'schema',
      message: `must be ${SCHEMA_NAME}; this reader does not support ${JSON.stringify(schema.slice(0, 64))}`,
    };
  }
  const wanted = minSchemaVersion(manifest);
  if (typeof wanted !== 'string') return undefined;
  const parts = VERSION_PATTERN.exec(wanted);
  if (!parts) return undefined;
  const [major, minor] = [Number(parts[1]), Number(parts[2] ?? 0)];
  const newer = major > NEWEST_SCHEMA[0] || (major === NEWEST_SCHEMA[0] && minor > NEWEST_SCHEMA[1]);
  return newer
    ? { path: 'platform.minSchemaVersion', message: `the deck requires version ${wanted}, but this reader supports 1.0` }
    : undefined;
}

function badVersion(manifest: JsonObject): ManifestIssue[] {
  const wanted = minSchemaVersion(manifest);
  if (typeof wanted !== 'string' || VERSION_PATTERN.test(wanted)) return [];
  return [{ path: 'platform.minSchemaVersion', message: 'must be a version such as "1.0"' }];
}

function minSchemaVersion({ platform }: JsonObject): unknown {
  return isObject(platform) ? platform['minSchemaVersion'] : undefined;
}

/** Checked before the schema, which would check each of a million slides. */
function overlongSlides({ slides }: JsonObject): ManifestIssue | undefined {
  if (!Array.isArray(slides) || slides.length <= MAX_SLIDES) return undefined;
  return { path: 'slides', message: `a deck can have at most ${MAX_SLIDES} slides, but this one lists ${slides.length}` };
}

/** The parts of a manifest that the schema checks completely and that can have many values. */
const CHECKED_PARTS = ['platform', 'provenance', 'compat', 'offline'] as const;

function overfullPart(manifest: JsonObject): ManifestIssue | undefined {
  const path = CHECKED_PARTS.find((part) => countValues(manifest[part], MAX_CHECKED_VALUES) > MAX_CHECKED_VALUES);
  return path && { path, message: `has more than ${MAX_CHECKED_VALUES} values` };
}

interface JsonObject {
  readonly [field: string]: unknown;
  readonly schema?: unknown;
  readonly slides?: unknown;
  readonly platform?: unknown;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(issues: readonly ManifestIssue[], found?: unknown): ManifestResult {
  return { ok: false, fault: { code: 'E_BAD_MANIFEST', issues }, found };
}

function toIssue(issue: z.core.$ZodIssue): ManifestIssue {
  return { path: jsonPath(issue.path), message: issue.message };
}

/** `['slides', 3, 'file']` → `slides[3].file` */
function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((shown, part) => {
    if (typeof part === 'number') return `${shown}[${part}]`;
    return shown === '' ? String(part) : `${shown}.${String(part)}`;
  }, '');
}
