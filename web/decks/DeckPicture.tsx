import './deck-picture.css';
import { useState } from 'react';
import type { Deck } from '#shared/decks.ts';
import { useInView } from '#web/ui/use-in-view.ts';
import { FirstSlide } from './FirstSlide.tsx';
import { shownPictures } from './shown-pictures.ts';
import { lightAngle, thumbnailAddress } from './picture-facts.ts';

/**
 * A picture of a deck: the package's thumbnail, otherwise its first slide without scripts. A beam of light is shown until the picture has
 * loaded, or if there is none. The title is below the picture, and nowhere else on the card.
 */
export function DeckPicture({ deck }: { deck: Deck }) {
  const thumbnail = thumbnailAddress(deck);
  // One that was shown before is there from the first frame on.
  const [wasShown] = useState(() => shownPictures.has(thumbnail));
  const [near, setNear] = useState(wasShown);
  const [broken, setBroken] = useState(false);
  // Pictures far outside the visible area are removed: hundreds of live frames would slow down the browser.
  const frame = useInView(setNear, '600px');

  return (
    <div ref={frame} className="deck-picture" style={{ '--turn': `${lightAngle(deck)}deg` }} aria-hidden="true">
      {near && deck.hasThumbnail && !broken && (
        <img
          src={thumbnail}
          alt=""
          loading={wasShown ? 'eager' : 'lazy'}
          decoding={wasShown ? 'sync' : 'auto'}
          onLoad={() => shownPictures.add(thumbnail)}
          onError={() => setBroken(true)}
        />
      )}
      {near && !deck.hasThumbnail && <FirstSlide deck={deck} />}
    </div>
  );
}
