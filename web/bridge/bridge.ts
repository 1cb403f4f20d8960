/**
 * The only code of ours inside a deck's frame, in front of the deck's own scripts. It passes on keys and touches that the deck has
 * no use for, makes the deck step, and reports where it stands. The deck shares this window and can forge every message, so the
 * player takes none of them for more than a wish. Built into one classic script that leaves nothing behind in the window.
 */
import type { Direction, PlayerMessage } from '#web/protocol/messages.ts';
import { tellOfActivity } from './activity.ts';
import { pressKey } from './arrow-keys.ts';
import { reportBlockedHosts } from './blocked.ts';
import { hasPlayer, onPlayerMessage, tell } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';
import { STEPPED_SLIDE, WAITING_SLIDE } from './frame-name.ts';
import { canMove, passKeysOn } from './keys.ts';
import { tellLateSize } from './late-size.ts';
import { provideStorage } from './memory-storage.ts';
import { removePeers } from './no-peers.ts';
import { passPansOn } from './pans.ts';
import { Reports } from './reports.ts';
import { deckStage } from './runtimes/deck-stage.ts';
import { fragments, hideSteps } from './runtimes/fragments.ts';
import { impress } from './runtimes/impress.ts';
import { marp } from './runtimes/marp.ts';
import { reveal } from './runtimes/reveal.ts';
import { slidev } from './runtimes/slidev.ts';
import { passTouchesOn } from './touch.ts';
import { provideWorkers } from './workers.ts';
import { waitToBeSeen } from './waiting.ts';
import { passZoomOn } from './wheel.ts';

/** Runtimes announce their moves each in its own way, some not at all: looking now and then is what works for all. */
const LOOK_EVERY_MS = 250;
const MOVES = ['slidechanged', 'fragmentshown', 'fragmenthidden', 'impress:stepenter', 'hashchange'];

removePeers();
provideStorage(window);
provideWorkers();
tellLateSize();
if (hasPlayer) start();

function start(): void {
  const beSeen = window.name === WAITING_SLIDE ? waitToBeSeen() : null;
  const isStepped = window.name === STEPPED_SLIDE || beSeen !== null;
  if (isStepped) hideSteps();
  const find = () => findRuntime(isStepped);
  const reports = new Reports(find);
  const repeatBlocked = reportBlockedHosts();
  const update = () => reports.update();

  const panWhenCloser = passPansOn();
  passKeysOn(find, update);
  passTouchesOn(find);
  passZoomOn();
  tellOfActivity();
  onPlayerMessage((message) => {
    if (message.lectern === 'hello') {
      beSeen?.();
      reports.repeat();
      repeatBlocked();
    } else if (message.lectern === 'closer') {
      panWhenCloser(message.isZoomed);
    } else {
      obey(find(), message);
      reports.updateSoon();
    }
  });
  for (const type of ['DOMContentLoaded', 'load', ...MOVES]) addEventListener(type, update);
  setInterval(update, LOOK_EVERY_MS);
}

/** Asked for anew each time: decks start late, and some start over. */
function findRuntime(isStepped: boolean): DeckRuntime | null {
  try {
    return reveal() ?? impress() ?? marp() ?? slidev() ?? deckStage() ?? (isStepped ? fragments() : null);
  } catch {
    // Something that looks like a runtime and is none.
    return null;
  }
}

function obey(deck: DeckRuntime | null, message: Extract<PlayerMessage, { lectern: 'step' | 'go' }>): void {
  if (message.lectern === 'go') return deck?.go(message.index, message.step);
  const { direction, skip, byKeys } = message;
  if (deck !== null && canMove(deck.position(), direction)) deck.step(isForward(direction), skip);
  // A runtime that we do not know listens to arrow keys.
  else if (deck === null && byKeys) pressKey(document.activeElement ?? document, isForward(direction));
  else tell({ lectern: 'edge', direction });
}

const isForward = (direction: Direction): boolean => direction === 'next';
