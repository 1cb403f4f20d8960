import { useState } from 'react';
import { slideUrl, stillUrl } from '#web/stage/frames/slide-url.ts';
import { StillFrame } from '#web/ui/StillFrame.tsx';
import { useInView } from '#web/ui/use-in-view.ts';
import type { Tile } from './tiles.ts';

interface TilePictureProps {
  tile: Tile;
  /** Id of the text that describes the tile to screen readers. */
  textId: string;
  baseUrl: string;
  dimensions: { width: number; height: number };
  /** CSS pixels of the tile per slide pixel. */
  scale: number;
}

/**
 * A small picture of the slide, loaded only while it is near the visible area, so that decks with hundreds of slides stay fast.
 */
export function TilePicture({ tile: { picture, label, current }, textId, baseUrl, dimensions, scale }: TilePictureProps) {
  const [near, setNear] = useState(false);
  const [broken, setBroken] = useState(false);
  const frame = useInView(setNear, '240px');
  const title = picture.is === 'card' || broken ? label || `${current + 1}` : '';
  return (
    <span
      ref={frame}
      className="tile-picture"
      style={{ aspectRatio: `${dimensions.width} / ${dimensions.height}` }}
      aria-hidden="true"
    >
      {title !== '' && (
        <span className="tile-card">
          <span className="tile-title" dir="auto">
            {title}
          </span>
          {picture.is === 'card' && picture.text !== '' && (
            <span id={textId} className="tile-text" dir="auto">
              {picture.text}
            </span>
          )}
        </span>
      )}
      {near && !broken && (picture.is === 'thumbnail' || picture.is === 'rendered') && (
        <img
          src={picture.is === 'rendered' ? picture.url : slideUrl(baseUrl, picture.file)}
          alt=""
          onError={() => setBroken(true)}
        />
      )}
      {near && picture.is === 'still' && (
        <StillFrame
          title={picture.file}
          src={stillUrl(baseUrl, picture.file)}
          dimensions={dimensions}
          style={{ scale: `${scale}` }}
        />
      )}
    </span>
  );
}
