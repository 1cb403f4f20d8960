import { normalizePackagePath } from '../paths.ts';
import { isCapability, type Capability } from './capabilities.ts';
import { repairText } from './repair-text.ts';
import type { Manifest, ManifestSlide, SourceManifest } from './schema.ts';

/** A minor fault that was corrected. `path` has the form of `ManifestIssue.path`. */
export interface ManifestWarning {
  readonly code: 'TOTAL_SLIDES' | 'SLIDE_INDEX' | 'UNKNOWN_CAPABILITY' | 'ILL_FORMED_TEXT';
  readonly path: string;
  readonly message: string;
}

/** A normalized manifest, with a warning for each fault that was corrected. */
export interface NormalizedManifest {
  readonly manifest: Manifest;
  readonly warnings: readonly ManifestWarning[];
}

/** Maximum number of warnings, without those about text. */
const MAX_WARNINGS = 1000;

/** Normalizes a valid manifest and corrects minor faults (FORMAT.md, "Manifest"). Its paths must be valid. */
export function normalizeManifest(source: SourceManifest): NormalizedManifest {
  const { value, paths } = repairText(source);
  const { compat, offline, slides, ...rest } = value;
  const manifest: Manifest = {
    ...rest,
    totalSlides: slides.length,
    slides: slides.map(normalizeSlide),
    ...(compat !== undefined && { compat: compat && normalizeCompat(compat) }),
    ...(offline !== undefined && { offline: offline && normalizeOffline(offline) }),
  };
  return { manifest, warnings: [...[...minorFaults(value)].slice(0, MAX_WARNINGS), ...paths.map(illFormedText)] };
}

type SourceSlide = SourceManifest['slides'][number];
type SourceCompat = NonNullable<SourceManifest['compat']>;
type Offline = NonNullable<SourceManifest['offline']>;

function normalizeSlide(slide: SourceSlide, at: number): ManifestSlide {
  return {
    ...slide,
    index: at + 1,
    file: canonicalPath(slide.file),
    thumbnail: slide.thumbnail == null ? null : canonicalPath(slide.thumbnail),
    notes: slide.notes ?? null,
  };
}

function normalizeCompat({ requires, ...rest }: SourceCompat): NonNullable<Manifest['compat']> {
  return requires ? { ...rest, requires: knownCapabilities(requires) } : rest;
}

function knownCapabilities(requires: readonly string[]): Capability[] {
  return [...new Set(requires.filter(isCapability))].toSorted();
}

function normalizeOffline(offline: Offline): Offline {
  return { ...offline, mirroredAssets: offline.mirroredAssets.map((asset) => ({ ...asset, path: canonicalPath(asset.path) })) };
}

function canonicalPath(raw: string): string {
  const result = normalizePackagePath(raw);
  return result.ok ? result.path : raw;
}

function* minorFaults({ totalSlides, slides, compat }: SourceManifest): Iterable<ManifestWarning> {
  if (totalSlides !== slides.length) {
    const message = `was ${totalSlides}, but the manifest lists ${slides.length} slides; it was changed to ${slides.length}`;
    yield { code: 'TOTAL_SLIDES', path: 'totalSlides', message };
  }
  for (const [at, { index }] of slides.entries()) {
    if (index === at + 1) continue;
    yield { code: 'SLIDE_INDEX', path: `slides[${at}].index`, message: `was ${index}; it was changed to ${at + 1}` };
  }
  for (const [at, name] of (compat?.requires ?? []).entries()) {
    if (isCapability(name)) continue;
    const message = `${JSON.stringify(name.slice(0, 64))} is not a capability of this format; it was removed`;
    yield { code: 'UNKNOWN_CAPABILITY', path: `compat.requires[${at}]`, message };
  }
}

function illFormedText(path: string): ManifestWarning {
  return { code: 'ILL_FORMED_TEXT', path, message: 'contained a NUL character or a lone surrogate; it was replaced by U+FFFD' };
}
