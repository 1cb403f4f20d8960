import './fonts.css';
import type { SharedDeck } from '#shared/shared-decks.ts';
import { buildOfServer } from '#web/lib/page/build-of-server.ts';
import { listenToParent } from './embedding.ts';
import { listenToLink } from './link-events.ts';
import { loadPart } from './load-part.ts';
import type { AudiencePlayer } from './player.ts';
import { hearTalks } from './talks.ts';
import { type Opened, Refusal } from './visitor.ts';
import { reportVisit } from './visits.ts';

/** Asking for the deck's address again extends its life; a visit may last longer. */
const RENEWAL_MS = 30 * 60_000;

/** A page that is newer than this is not loaded again: while two instances have different builds, that could go on without end. */
const NEW_PAGE_MS = 10_000;

/** The window of an upright phone, as in audience.css. */
const UPRIGHT = matchMedia('(max-width: 600px) and (orientation: portrait)');

/** What the page does when something happens to the link. */
interface LinkActions {
  /** The link shows another version, or has other rights. */
  readonly changed: (opened: Opened) => void;
  /** The link may show nothing any more: the page asks again and says why. */
  readonly ended: () => void;
}

/** Starts what the first slide does not need. It ends with the player. */
export function startLater(player: AudiencePlayer, isEmbedded: boolean, { changed, ended }: LinkActions): void {
  const { visitor, signal } = player;
  // This part was loaded for a player that is closed.
  if (signal.aborted) return;
  const renew = async (isTold = false): Promise<void> => {
    try {
      const opened = await visitor.open();
      if (signal.aborted) return;
      const isSame = shownText(opened.shared, isEmbedded) === shownText(player.opened.shared, isEmbedded);
      // Something has changed that the page is not told: which sites may embed it. The browser finds out when it loads the page again.
      if (isTold && isSame && isEmbedded && opened.playback.baseUrl === player.opened.playback.baseUrl) location.reload();
      else if (isSame) player.setAddress(opened.playback);
      else changed(opened);
    } catch (fault) {
      if (fault instanceof Refusal && fault.isEnd) ended();
    }
  };
  const talks = hearTalks(player);
  listenToLink(
    visitor,
    (kind, data) => {
      talks(kind, data);
      if (kind === 'ended') ended();
      else if (kind === 'version' || kind === 'lost') void renew(kind === 'version');
    },
    signal,
  );
  const timer = setInterval(() => void renew(), RENEWAL_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  reportVisit(player);
  if (isEmbedded) listenToParent(player);
  else if (player.opened.shared.showNotes && UPRIGHT.matches)
    void loadPart(() => import('./notes.ts')).then((part) => part.showNotesBelow(player));
  // The first key after this finds them loaded.
  void loadPart(() => import('./layers.ts'));
  // Vite sends this event when a part cannot be loaded.
  window.addEventListener('vite:preloadError', () => void reloadOutdated(player), { signal });
}

/** Loads the page again, at the same slide, if the server has another build, which does not contain the parts of this one. */
async function reloadOutdated({ facts }: AudiencePlayer): Promise<void> {
  if (performance.now() < NEW_PAGE_MS || (await buildOfServer(location.href)) !== 'newer') return;
  location.replace(`#${facts.current + 1}`);
  location.reload();
}

/** What the page shows, to compare. A talk that begins or ends comes as an event. */
function shownText({ live: _, allowEmbedding, ...shared }: SharedDeck, isEmbedded: boolean): string {
  return JSON.stringify([shared, isEmbedded && allowEmbedding]);
}
