import { blobSource, openPackage } from 'deck-format';
import type { Deck } from '#shared/decks.ts';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';
import { api } from '#web/lib/trpc.ts';
import { editable, editableWithTitle, mostProbable, type SameDeck, titleLine } from './same-deck.ts';

/**
 * Finds, for each package, the deck that it very probably is the next version of: one with the title of the package or, if there is
 * none, one that was renamed and whose package has that title. Only decks that the user owns or that are shared with them to edit count,
 * not those that they may edit only as an admin.
 *
 * @throws if the decks cannot be read before the signal is aborted
 */
export function findSameDecks(files: readonly File[], signal: AbortSignal): Promise<(SameDeck | null)[]> {
  return Promise.all(files.map((file) => findSameDeck(file, signal)));
}

async function findSameDeck(file: File, signal: AbortSignal): Promise<SameDeck | null> {
  const packageTitle = await titleInPackage(file);
  const title = titleLine(packageTitle);
  if (title === '') return null;
  const titled = editableWithTitle(title, await decksWith({ query: title }, signal));
  const decks = titled.length > 0 ? titled : editable(await decksWith({ packageTitle }, signal));
  return decks.length === 0 ? null : mostProbable(title, decks, await fingerprintOf(file));
}

/** The title in the manifest; empty for a file that is not a package, which the server refuses with its reason. */
async function titleInPackage(file: File): Promise<string> {
  try {
    return (await openPackage(blobSource(file))).manifest.title;
  } catch {
    return '';
  }
}

/** The decks that the filter finds: the user's own and those that are shared with them, each the last changed ones. */
async function decksWith(filter: { query: string } | { packageTitle: string }, signal: AbortSignal): Promise<Deck[]> {
  const owners = ['me', 'shared'] as const;
  const pages = await Promise.all(
    owners.map((owner) => api.decks.list.query({ ...filter, owner, sort: 'updated', limit: PAGE_SIZE_MAX }, { signal })),
  );
  return pages.flatMap(({ items }) => items);
}

/** The fingerprint as the server computes it. Null at an address without HTTPS, where browsers do not offer it. */
async function fingerprintOf(file: File): Promise<string | null> {
  if (!isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return `sha256-${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
