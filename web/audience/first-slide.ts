import { AUDIENCE_DATA_ID, type AudiencePageData } from '#shared/audience-page.ts';
import { written } from '#web/lib/page/written-data.ts';
import { showFirstFrame } from '#web/stage/frames/show-first-frame.ts';
import { DECK_ALLOWED, frameName, SCRIPTS_ONLY } from '#web/stage/frames/slide-frame.ts';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import { keepsOwnRuntime, runOf } from '#web/stage/position/slide-runs.ts';
import { numberInAddress, startingPlace } from '#web/stage/position/starting-place.ts';

/* The same as `web/first-slide.ts`, for the page of visitors. */
const first = (written(AUDIENCE_DATA_ID) as AudiencePageData | null)?.first;
// Otherwise the page has something to ask or to say before it shows the deck.
if (first?.state === 'open' && first.shared.askFor === 'nothing' && (first.shared.allowEmbedding || window.parent === window)) {
  const { slides, dimensions, slideSelector } = first.shared.deck;
  const ownRuntime = keepsOwnRuntime(first.shared.deck);
  const { slideIndex, inner } = startingPlace({ slides, ownRuntime }, numberInAddress(), null);
  const { start, file } = runOf(slides, slideIndex);
  showFirstFrame({
    player: 'player audience',
    src: slideUrl(first.playback.baseUrl, file),
    name: frameName(ownRuntime, slideSelector),
    sandbox: SCRIPTS_ONLY,
    allow: DECK_ALLOWED,
    dimensions,
    title: slides[start]?.title ?? '',
    isThere: inner === null,
    hasNotes: false,
  });
}
