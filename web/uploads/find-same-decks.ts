import { blobSource, openPackage } from 'deck-format';
import type { Deck } from '#shared/decks.ts';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';
import { api } from '#web/lib/trpc.ts';
import { editableWithTitle, mostProbable, type SameDeck, titleLine } from './same-deck.ts';

/**
 * Finds, for each package, the deck that it very probably is the next version of: one with the title of the package, which the user owns
 * or which is shared with them to edit. Decks that a user may edit only as an admin do not count.
 *
 * @throws if the decks cannot be read before the signal is aborted
 */
export function findSameDecks(files: readonly File[], signal: AbortSignal): Promise<(SameDeck | null)[]> {
  return Promise.all(files.map((file) => findSameDeck(file, signal)));
}

async function findSameDeck(file: File, signal: AbortSignal): Promise<SameDeck | null> {
  const title = await packageTitle(file);
  if (title === '') return null;
  const decks = editableWithTitle(title, await decksTitled(title, signal));
  return decks.length === 0 ? null : mostProbable(decks, await fingerprintOf(file));
}

/** The title in the manifest; empty for a file that is not a package, which the server refuses with its reason. */
async function packageTitle(file: File): Promise<string> {
  try {
    return titleLine((await openPackage(blobSource(file))).manifest.title);
  } catch {
    return '';
  }
}

/** Decks whose title contains all words of this one: the user's own and those that are shared with them, each the last changed ones. */
async function decksTitled(title: string, signal: AbortSignal): Promise<Deck[]> {
  const owners = ['me', 'shared'] as const;
  const pages = await Promise.all(
    owners.map((owner) => api.decks.list.query({ query: title, owner, sort: 'updated', limit: PAGE_SIZE_MAX }, { signal })),
  );
  return pages.flatMap(({ items }) => items);
}

/** The fingerprint as the server computes it. Null at an address without HTTPS, where browsers do not offer it. */
async function fingerprintOf(file: File): Promise<string | null> {
  if (!isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return `sha256-${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
