import { z } from 'zod';

const SKIP_REASONS = [
  'unreachable',
  'blocked-by-policy',
  'too-large',
  'unsupported-scheme',
  'budget-exhausted',
  'manual-skip',
] as const;

const mirroredAsset = z.looseObject({
  originalUrl: z.string(),
  /** Package path of a file in the archive. */
  path: z.string(),
  contentHash: z.string().nullish(),
  contentType: z.string().nullish(),
  bytes: z.number().nonnegative().nullish(),
  fetchedAt: z.string().nullish(),
  referencedBy: z.array(z.string()).nullish(),
});

const policy = z.looseObject({
  includeScripts: z.boolean(),
  includeIframes: z.boolean(),
  maxAssetBytes: z.number().nonnegative(),
  maxTotalBytes: z.number().nonnegative(),
  allowedHosts: z.array(z.string()).nullish(),
  blockedHosts: z.array(z.string()).nullish(),
});

/** The record of a mirroring tool about the external files that it has added to a deck. */
export const offlineSchema = z.looseObject({
  ready: z.boolean(),
  mirroredAt: z.string(),
  mirrorTool: z.looseObject({ name: z.string(), version: z.string().nullish() }),
  policy: policy.nullish(),
  mirroredAssets: z.array(mirroredAsset),
  skippedUrls: z.array(z.looseObject({ url: z.string(), reason: z.enum(SKIP_REASONS), detail: z.string().nullish() })),
});
