import { hashKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DeckEvent } from '#shared/live.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { outbox } from '#web/outbox/outbox.ts';
import { showNoteChange } from '#web/notes/shown-notes.ts';
import { keepVersion } from '#web/versions/kept-version.ts';
import { showCurrentVersion } from '#web/versions/show-current-version.ts';
import { useConnection } from '#web/live/use-connection.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';

/** Keeps the cached data of a deck up to date: its row, its version and its notes, and whether it still exists. */
export function useLiveDeck(deckId: string): void {
  useDeckEvents(deckId, (event) => void applyEvent(deckId, event));
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'live') outbox.retryNow();
  }, [connection]);
}

async function applyEvent(deckId: string, event: DeckEvent): Promise<void> {
  switch (event.kind) {
    case 'note':
      void readNotesOfEarlierVersions(deckId);
      return event.versionId === shownVersion(deckId) ? showNoteChange(event) : undefined;
    case 'deck':
      return readDeckAgain(deckId);
    case 'caught-up':
      await Promise.all([readDeckAgain(deckId), queryClient.invalidateQueries(trpc.notes.list.queryFilter({ id: deckId }))]);
      return undefined;
    case 'lost':
      return queryClient.resetQueries(trpc.decks.get.queryFilter({ id: deckId }));
    case 'star':
      noteChange(deckId);
      queryClient.setQueryData(trpc.decks.get.queryKey({ id: deckId }), (deck) => deck && { ...deck, starred: event.starred });
      return undefined;
    case 'annotation':
    case 'ink':
    case 'laser':
    case 'drawing':
    case 'presence':
    case 'questions':
    case 'reactions':
    case 'remote-command':
    case 'remotes':
    case 'talk':
      return undefined;
  }
}

/** A note of the current version is also on the matching slide of an earlier one. */
function readNotesOfEarlierVersions(deckId: string): Promise<void> {
  const target = { id: deckId };
  const current = hashKey(trpc.notes.list.queryKey(target));
  return queryClient.invalidateQueries({
    ...trpc.notes.list.queryFilter(target),
    predicate: ({ queryHash }) => queryHash !== current,
  });
}

function shownVersion(deckId: string): string | undefined {
  return queryClient.getQueryData(trpc.decks.get.queryKey({ id: deckId }))?.currentVersionId;
}

/** The decks that are being read, and whether one has changed meanwhile: then what is read may be older than what is shown. */
const reading = new Map<string, { isOutdated: boolean }>();

function noteChange(deckId: string): void {
  const running = reading.get(deckId);
  if (running !== undefined) running.isOutdated = true;
}

/** Reads a deck until it has not changed meanwhile. */
async function readDeckAgain(deckId: string): Promise<void> {
  if (reading.has(deckId)) return noteChange(deckId);
  const running = { isOutdated: true };
  reading.set(deckId, running);
  try {
    while (running.isOutdated) {
      running.isOutdated = false;
      await readDeck(deckId, running);
    }
  } finally {
    reading.delete(deckId);
  }
}

/**
 * If the deck has a new version, the page keeps showing the one that the user is looking at and offers the new one; other changes just
 * replace the deck.
 */
async function readDeck(deckId: string, running: { readonly isOutdated: boolean }): Promise<void> {
  const target = { id: deckId };
  if (shownVersion(deckId) === undefined) await queryClient.untilRead(trpc.decks.get.queryFilter(target));
  const before = shownVersion(deckId);
  if (before === undefined) return undefined;
  const deck = await api.decks.get.query(target).catch(() => null);
  if (deck === null || running.isOutdated) return undefined;
  if (deck.currentVersionId !== before) {
    await keepVersion(deckId, before, deck.currentVersionId);
    return showCurrentVersion(deckId);
  }
  queryClient.setQueryData(trpc.decks.get.queryKey(target), deck);
  // Versions are compared again once they have been rendered.
  void Promise.all([
    queryClient.invalidateQueries(trpc.versions.list.queryFilter(target)),
    queryClient.invalidateQueries(trpc.versions.changes.pathFilter()),
    queryClient.invalidateQueries(trpc.versions.compare.pathFilter()),
  ]);
  return undefined;
}
