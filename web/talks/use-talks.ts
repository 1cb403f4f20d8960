import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { LiveEvent, Presence } from '#shared/live.ts';
import type { Remote, RemoteCommand, Talk } from '#shared/talks.ts';
import { api } from '#web/lib/trpc.ts';
import { clientId } from '#web/live/client-id.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';
import { useLook, usePresence } from '#web/live/use-presence.ts';
import type { DeckPosition } from '#web/player/use-deck-position.ts';
import { rememberFollowed } from './follow-memory.ts';
import { toldPlace } from './places.ts';
import { readPlannedSeconds } from './planned-time.ts';
import { hearServerTime } from './server-time.ts';
import { pinVersion } from './talk-version.ts';
import type { Blank, TalkNotice, TalkWindow, TalkWindowState } from './talk-window.ts';
import { useTalkLock } from './use-talk-lock.ts';
import { ownMoves, useTalkWindow } from './use-talk-window.ts';

export interface Talks extends TalkWindowState {
  /** The window's position. Moves made through it are this window's own. */
  position: DeckPosition;
  /** The other windows that show the deck. */
  presence: readonly Presence[];
  /** Phones that steer this person's talk, or ask to. */
  remotes: readonly Remote[];
  /** The last that happened to a talk of this window, until it is dismissed. */
  notice: TalkNotice | null;
  dismissNotice: () => void;
  setBlank: (blank: Blank) => void;
  follow: (talkId: string | null) => void;
  /** Begins a talk at the place where this window is; one that runs already goes on. */
  start: () => Promise<void>;
  end: () => Promise<void>;
  /** What a call has answered, before the stream tells it. */
  hear: (talk: Talk) => void;
}

/** This window's part in the talks of the deck: giving one, following one, or neither. */
export function useTalks(deck: DeckDetail, position: DeckPosition): Talks {
  const { id: deckId, currentVersionId: versionId } = deck;
  const [notice, setNotice] = useState<TalkNotice | null>(null);
  const talkWindow = useTalkWindow(deckId, position, setNotice);
  const state = useSyncExternalStore(talkWindow.subscribe, talkWindow.state);
  const { mine, followed, wandering } = state;
  const presence = usePresence(deckId);
  const own = ownMoves(position, talkWindow);
  const { remotes, caughtUp } = useTalkEvents(deckId, talkWindow, presence, own);

  const followedId = followed?.id ?? null;
  useEffect(() => rememberFollowed(deckId, followedId), [deckId, followedId]);
  const pin = (mine ?? followed)?.versionId ?? null;
  useEffect(() => {
    if (pin !== null || caughtUp) pinVersion(deckId, pin);
  }, [deckId, pin, caughtUp]);
  useLook(deckId, { place: position.place, following: wandering ? null : followedId });

  const start = async () => {
    const place = toldPlace(position);
    const plannedSeconds = readPlannedSeconds(deckId);
    talkWindow.hear(await api.talks.start.mutate({ deckId, versionId, clientId, place, plannedSeconds }), false);
  };
  const end = async (talk: Talk) => {
    await api.talks.end.mutate({ talkId: talk.id });
    talkWindow.hear({ ...talk, revision: Infinity }, true);
  };
  return {
    ...state,
    position: own,
    presence,
    remotes: mine === null ? [] : remotes.filter(({ talkId }) => talkId === mine.id),
    notice,
    dismissNotice: () => setNotice(null),
    setBlank: (blank) => talkWindow.setBlank(blank),
    follow: (talkId) => talkWindow.follow(talkId),
    start,
    end: async () => (mine === null ? undefined : end(mine)),
    hear: (talk) => talkWindow.hear(talk, false),
  };
}

interface Heard {
  remotes: readonly Remote[];
  /** All talks that run are known. */
  caughtUp: boolean;
}

/** Hears what happens to talks, and carries out what remotes ask for. */
function useTalkEvents(deckId: string, talkWindow: TalkWindow, presence: readonly Presence[], own: DeckPosition): Heard {
  const [remotes, setRemotes] = useState<readonly Remote[]>([]);
  const [caughtUp, setCaughtUp] = useState(false);
  const { mine } = talkWindow.state();
  const holdsLock = useTalkLock(mine?.id ?? null);
  const present = presence.filter(({ person }) => person.id === mine?.presenter.id).map((one) => one.clientId);

  const hear = (event: LiveEvent): void => {
    if (event.kind === 'talk') {
      hearServerTime(event.talk.clock.at);
      talkWindow.hear(event.talk, event.ended);
    }
    if (event.kind === 'remotes') setRemotes(event.remotes);
    if (event.kind === 'remote-command') carryOut(event.command);
    if (event.kind === 'caught-up') {
      // The first time, all talks that run have just been told.
      if (caughtUp) void hearAll(deckId, talkWindow);
      setCaughtUp(true);
    }
  };
  const carryOut = (command: RemoteCommand): void => {
    // The others the server carries out itself.
    if (command.do !== 'next' && command.do !== 'previous') return;
    if (talkWindow.takesCommands(present, holdsLock.current)) own.step(command.do);
  };
  useDeckEvents(deckId, hear);
  return { remotes, caughtUp };
}

async function hearAll(deckId: string, talkWindow: TalkWindow): Promise<void> {
  const known = talkWindow.state().running;
  // Not to be had at the moment: the next change of each talk tells its state anyway.
  const talks = await api.talks.list.query({ deckId }).catch(() => null);
  if (talks !== null) talkWindow.hearAll(talks.items, known);
}
