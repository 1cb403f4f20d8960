import { PackageError } from '../errors.ts';
import { FORMAT_LIMITS, type FormatLimits } from '../limits.ts';

/**
 * Checks the number and the sizes of files, so that files that are too large are refused before they are compressed.
 *
 * @param sizes in bytes, by path
 * @throws PackageError `E_TOO_LARGE`
 */
export function checkSizes(sizes: ReadonlyMap<string, number>, limits: Partial<FormatLimits> = {}): void {
  const { entries, entryBytes, totalBytes } = { ...FORMAT_LIMITS, ...limits };
  refuseAbove('entries', entries, sizes.size);
  let total = 0;
  for (const [path, size] of sizes) {
    refuseAbove('entryBytes', entryBytes, size, path);
    total += size;
  }
  refuseAbove('totalBytes', totalBytes, total);
}

/** Passes the chunks of an archive through. @throws PackageError `E_TOO_LARGE` as soon as they exceed the limit for archives */
export async function* withinArchiveLimit(
  chunks: AsyncIterable<Uint8Array>,
  { archiveBytes = FORMAT_LIMITS.archiveBytes }: Partial<FormatLimits> = {},
): AsyncIterable<Uint8Array> {
  let written = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    refuseAbove('archiveBytes', archiveBytes, written);
    yield chunk;
  }
}

function refuseAbove(rule: keyof FormatLimits, limit: number, actual: number, entry: string | null = null): void {
  if (actual > limit) throw new PackageError({ code: 'E_TOO_LARGE', rule, limit, actual, entry });
}
