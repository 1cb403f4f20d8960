import { pageData } from '#web/lib/page/page-data.ts';
import { readSetting } from '#web/lib/settings.ts';
import { showFirstFrame } from '#web/stage/frames/first-frame.ts';
import { DECK_ALLOWED, frameName } from '#web/stage/frames/slide-frame.ts';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import { keepsOwnRuntime, runOf } from '#web/stage/position/slide-runs.ts';
import { numberFromAddress, startingPlace } from '#web/stage/position/starting-place.ts';
import { newerPlace, readUnsavedPlace } from '#web/stage/position/unsaved-place.ts';

/*
 * Shows the first slide of a deck's page before the application is loaded, from what the server wrote into the page. The player takes
 * the frame over if it would create the same one (`StageFrames`).
 */
const written = pageData.peek();
// Other parameters of the address name another version, or a place inside a document.
if (written !== null && location.search === '') {
  const { session, deckId, deck, playback, opening, trust } = written;
  const { slides, dimensions } = deck.manifest;
  const ownRuntime = keepsOwnRuntime(deck.manifest);
  const number = numberFromAddress(location.pathname.split('/')[3]);
  const left = newerPlace(opening, readUnsavedPlace(deckId, session.user.id));
  const { slideIndex, inner } = startingPlace({ slides, ownRuntime }, number, left?.place ?? null);
  const { start, file } = runOf(slides, Math.min(slideIndex, slides.length - 1));
  showFirstFrame({
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
