import { type DeckPageData, PAGE_DATA_ID } from '#shared/page-data.ts';
import { written } from '#web/lib/page/written-data.ts';
import { readSetting } from '#web/lib/settings.ts';
import { showFirstFrame } from '#web/stage/frames/show-first-frame.ts';
import { DECK_ALLOWED, frameName } from '#web/stage/frames/slide-frame.ts';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import { keepsOwnRuntime, runOf } from '#web/stage/position/slide-runs.ts';
import { numberFromAddress, startingPlace } from '#web/stage/position/starting-place.ts';
import { newerPlace, readUnsavedPlace } from '#web/stage/position/unsaved-place.ts';

/*
 * Shows the first slide of a deck's page before the application is loaded, from what the server wrote into the page. The server writes this
 * script behind it. The player takes the frame over if it would create the same one (`StageFrames`).
 */
/** The presenter view and other pages that play a deck show something else. */
const IS_PLAYER = /^\/decks\/[^/]+(?:\/\d+)?$/;
const data = written(PAGE_DATA_ID) as DeckPageData | null;
// Other parameters of the address name another version, or a place inside a document.
if (data !== null && IS_PLAYER.test(location.pathname) && location.search === '') {
  const { session, deckId, deck, playback, opening, trust } = data;
  const { slides, dimensions } = deck.manifest;
  const ownRuntime = keepsOwnRuntime(deck.manifest);
  const number = numberFromAddress(location.pathname.split('/')[3]);
  const left = newerPlace(opening, readUnsavedPlace(deckId, session.user.id));
  const { slideIndex, inner } = startingPlace({ slides, ownRuntime }, number, left?.place ?? null);
  const { start, file } = runOf(slides, Math.min(slideIndex, slides.length - 1));
  showFirstFrame({
    player: 'player',
    src: slideUrl(playback.baseUrl, file),
    name: frameName(ownRuntime, trust.slideSelector),
    sandbox: trust.sandbox.join(' '),
    allow: DECK_ALLOWED,
    dimensions,
    title: slides[start]?.label ?? '',
    isThere: inner === null,
    hasNotes: readSetting('notes-open') === 'true',
  });
}
