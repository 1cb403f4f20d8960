/**
 * The only application code inside a deck's frame; it runs before the deck's own scripts. It forwards keys and touches that the
 * deck does not handle, steps the deck and reports its position. The deck shares this window and can forge every message, so the
 * player treats messages as requests only. It is built into one classic script that leaves no globals behind.
 */
import { DOCUMENT_QUERY } from '#shared/bridge.ts';
import type { Direction, PlayerMessage } from '#web/protocol/messages.ts';
import { reportActivity } from './activity.ts';
import { reportBlockedHosts } from './blocked.ts';
import { forwardClicks } from './clicks.ts';
import { hasPlayer, onPlayerMessage, send } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';
import { CHOSEN_SLIDES, STEPPED_SLIDE, WAITING_SLIDE } from '#web/protocol/frame-name.ts';
import { canMove, forwardKeys } from './keys.ts';
import { sendLateResize } from './late-size.ts';
import { forwardLinks } from './links.ts';
import { provideStorage } from './memory-storage.ts';
import { removePeers } from './no-peers.ts';
import { lookTheSameOnPaper } from './paper.ts';
import { forwardPans } from './pans.ts';
import { arrow, pressKey } from './press-key.ts';
import { Reports } from './reports.ts';
import { bespoke } from './runtimes/bespoke.ts';
import { deckStage } from './runtimes/deck-stage.ts';
import { fragments, hideSteps } from './runtimes/fragments.ts';
import { impress } from './runtimes/impress.ts';
import { LearnedDeck, mayStartRuntime } from './runtimes/learned.ts';
import { marp } from './runtimes/marp.ts';
import { remark } from './runtimes/remark.ts';
import { reveal } from './runtimes/reveal.ts';
import { candidateSelectors } from './runtimes/slide-group.ts';
import { shower } from './runtimes/shower.ts';
import { spectacle } from './runtimes/spectacle.ts';
import { slidev } from './runtimes/slidev.ts';
import { webslides } from './runtimes/webslides.ts';
import { stayWhereSnapped } from './snapped.ts';
import { forwardTouches } from './touch.ts';
import { provideWorkers } from './workers.ts';
import { waitToBeSeen } from './waiting.ts';
import { forwardZoom } from './wheel.ts';

const POLL_EVERY_MS = 250;
const MOVES = ['slidechanged', 'fragmentshown', 'fragmenthidden', 'impress:stepenter', 'hashchange'];

/** The known runtime that was found last. */
let lastKnown: DeckRuntime | null = null;

removePeers();
provideStorage(window);
provideWorkers();
sendLateResize();
if (hasPlayer && isSlide()) start();

/** Other HTML files of the package get this script too, with `DOCUMENT_QUERY` in its address. */
function isSlide(): boolean {
  const script = document.currentScript;
  return !(script instanceof HTMLScriptElement && script.src.endsWith(DOCUMENT_QUERY));
}

function start(): void {
  const markSeen = window.name === WAITING_SLIDE ? waitToBeSeen() : null;
  const isStepped = window.name === STEPPED_SLIDE || markSeen !== null;
  if (isStepped) hideSteps();
  const learned = isStepped ? null : new LearnedDeck(chosenSelector());
  const find = () => findRuntime(learned);
  const reports = new Reports(find, () => learned?.isStarting() ?? mayStartRuntime());
  const repeatBlocked = reportBlockedHosts();

  const panWhenCloser = forwardPans();
  forwardKeys(find);
  forwardTouches(find);
  forwardClicks(find);
  forwardZoom();
  forwardLinks();
  stayWhereSnapped();
  reportActivity();
  const reportCandidates = () => learned !== null && send({ lectern: 'candidates', found: candidateSelectors() });
  onPlayerMessage((message) => {
    if (message.lectern === 'hello') {
      markSeen?.();
      reports.repeat();
      repeatBlocked();
    } else if (message.lectern === 'closer') {
      panWhenCloser(message.isZoomed);
    } else if (message.lectern === 'candidates') {
      reportCandidates();
    } else if (message.lectern === 'paper') {
      void lookTheSameOnPaper().then(() => send({ lectern: 'paper' }));
    } else if (message.lectern === 'press') {
      pressKey(document.activeElement ?? document, message);
      reports.updateSoon();
    } else {
      obey(find(), message, learned);
      reports.unsettle();
      reports.updateSoon();
    }
  });
  for (const type of ['DOMContentLoaded', ...MOVES]) addEventListener(type, () => reports.update());
  addEventListener('load', () => {
    reports.unsettle();
    reports.update();
  });
  setInterval(() => reports.poll(), POLL_EVERY_MS);
}

/** The selector of the slides that an editor of the deck has chosen; null if the slides are found by structure. */
function chosenSelector(): string | null {
  return window.name.startsWith(CHOSEN_SLIDES) ? window.name.slice(CHOSEN_SLIDES.length) : null;
}

/**
 * Searched again on every call: decks start late, and some restart. Between two slides of a known runtime there may be none that is shown;
 * it is not taken for an unknown one then, whose keys would be tried.
 */
function findRuntime(learned: LearnedDeck | null): DeckRuntime | null {
  try {
    const chosen = learned?.chosen() ?? null;
    if (chosen !== null) return chosen;
    const known =
      reveal() ??
      impress() ??
      marp() ??
      slidev() ??
      deckStage() ??
      webslides() ??
      shower() ??
      remark() ??
      spectacle() ??
      bespoke() ??
      lastKnown;
    lastKnown = known;
    if (known !== null || learned !== null) return known ?? learned?.runtime() ?? null;
    return mayStartRuntime() ? null : fragments();
  } catch {
    // An object that looks like a known runtime but is not one.
    return null;
  }
}

function obey(
  deck: DeckRuntime | null,
  message: Extract<PlayerMessage, { lectern: 'step' | 'go' }>,
  learned: LearnedDeck | null,
): void {
  if (message.lectern === 'go') return deck === null ? learned?.goFromFirst(message.index) : deck.go(message.index, message.step);
  const { direction, skip, byKeys } = message;
  if (deck !== null && canMove(deck.position(), direction)) deck.step(isForward(direction), skip);
  // Unknown runtimes are stepped with arrow keys.
  else if (deck === null && byKeys) pressKey(document.activeElement ?? document, arrow(isForward(direction), skip));
  else send({ lectern: 'edge', direction });
}

const isForward = (direction: Direction): boolean => direction === 'next';
