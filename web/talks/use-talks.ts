import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { LiveEvent, Presence } from '#shared/live.ts';
import type { TalkTakes } from '#shared/questions.ts';
import type { BlankWish, Remote, RemoteCommand, Talk } from '#shared/talks.ts';
import { api } from '#web/lib/trpc.ts';
import { clientId } from '#web/live/client-id.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';
import { useReportPresence, usePresence } from '#web/live/use-presence.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { rememberTalk } from './window/follow-memory.ts';
import { placeForTalk } from './window/places.ts';
import { readPlannedSeconds } from './clock/planned-time.ts';
import { recordServerTime } from './clock/server-time.ts';
import { pinVersion } from './talk-version.ts';
import { ANY_TALK, type TalkNotice, type TalkWindow, type TalkWindowState } from './window/talk-window.ts';
import { useTalkLock } from './window/use-talk-lock.ts';
import { ownMoves, useTalkWindow } from './window/use-talk-window.ts';

export interface Talks extends TalkWindowState {
  /** The window's position. Moves made through it count as the user's own. */
  position: DeckPosition;
  /** The other windows that show the deck, of all users. */
  presence: readonly Presence[];
  /** Phones that control this user's talk or ask to. */
  remotes: readonly Remote[];
  /** The last change of a talk of this window, until it is dismissed. */
  notice: TalkNotice | null;
  dismissNotice: () => void;
  setBlank: (blank: BlankWish) => void;
  follow: (talkId: string | null) => void;
  /** Starts a talk at the current place. If one is running already, it continues. */
  start: (takes?: TalkTakes) => Promise<void>;
  end: () => Promise<void>;
  handOver: (userId: string) => Promise<void>;
  /** Handles the answer to a call, which arrives before the stream's update. */
  receive: (talk: Talk) => void;
}

/**
 * The role of this window in the talks of the deck: presenting one, following one, or neither.
 *
 * @param isLinked see `TalkWindowOptions`
 */
export function useTalks(deck: DeckDetail, position: DeckPosition, isLinked: boolean): Talks {
  const { id: deckId, currentVersionId: versionId } = deck;
  const [notice, setNotice] = useState<TalkNotice | null>(null);
  const talkWindow = useTalkWindow({ deckId, isLinked }, position, setNotice);
  const state = useSyncExternalStore(talkWindow.subscribe, talkWindow.state);
  const { mine, followed, browsing, waiting } = state;
  const presence = usePresence(deckId);
  const own = ownMoves(position, talkWindow);
  const { remotes, caughtUp } = useTalkEvents(deckId, talkWindow, presence, own);

  const joinedId = (mine ?? followed)?.id ?? (waiting ? ANY_TALK : null);
  useEffect(() => rememberTalk(deckId, joinedId), [deckId, joinedId]);
  const pin = (mine ?? followed)?.versionId ?? null;
  useEffect(() => {
    if (pin !== null || caughtUp) pinVersion(deckId, pin);
  }, [deckId, pin, caughtUp]);
  const following = browsing ? null : (followed?.id ?? null);
  useReportPresence(deckId, { place: placeForTalk(position), versionId, following });

  const start = async (takes?: TalkTakes) => {
    const place = placeForTalk(position);
    const plannedSeconds = readPlannedSeconds(deckId);
    const wish = { deckId, versionId, clientId, place, plannedSeconds, ...takes };
    talkWindow.receive(await api.talks.start.mutate(wish), false);
  };
  const end = async (talk: Talk) => {
    await talkWindow.sendMoves();
    await api.talks.end.mutate({ talkId: talk.id });
    talkWindow.receive({ ...talk, revision: Infinity }, true);
  };
  const handOver = async ({ id: talkId }: Talk, userId: string) => {
    await talkWindow.sendMoves();
    talkWindow.receive(await api.talks.handOver.mutate({ talkId, userId }), false);
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
    handOver: async (userId) => (mine === null ? undefined : handOver(mine, userId)),
    receive: (talk) => talkWindow.receive(talk, false),
  };
}

interface TalkEvents {
  remotes: readonly Remote[];
  /** Whether all running talks are known. */
  caughtUp: boolean;
}

/** Handles live events of talks and runs commands of remotes. */
function useTalkEvents(deckId: string, talkWindow: TalkWindow, presence: readonly Presence[], own: DeckPosition): TalkEvents {
  const [remotes, setRemotes] = useState<readonly Remote[]>([]);
  const [caughtUp, setCaughtUp] = useState(false);
  const { mine } = talkWindow.state();
  const holdsLock = useTalkLock(mine?.id ?? null);
  const present = presence.filter(({ person }) => person.id === mine?.presenter.id).map((one) => one.clientId);

  const handle = (event: LiveEvent): void => {
    if (event.kind === 'talk') {
      recordServerTime(event.talk.clock.at);
      talkWindow.receive(event.talk, event.ended);
    }
    if (event.kind === 'remotes') setRemotes(event.remotes);
    if (event.kind === 'remote-command') runRemoteCommand(event.command);
    if (event.kind === 'caught-up') {
      // The first time, the stream has just sent all running talks.
      if (caughtUp) void resync(deckId, talkWindow);
      talkWindow.caughtUp();
      setCaughtUp(true);
    }
  };
  const runRemoteCommand = (command: RemoteCommand): void => {
    // The server runs the other commands itself.
    if (command.do !== 'next' && command.do !== 'previous') return;
    if (talkWindow.takesCommands(present, holdsLock.current)) own.step(command.do);
  };
  useDeckEvents(deckId, handle);
  return { remotes, caughtUp };
}

async function resync(deckId: string, talkWindow: TalkWindow): Promise<void> {
  const known = talkWindow.state().running;
  // If this fails, the next change of each talk brings its state anyway.
  const talks = await api.talks.list.query({ deckId }).catch(() => null);
  if (talks !== null) talkWindow.resync(talks.items, known);
}
