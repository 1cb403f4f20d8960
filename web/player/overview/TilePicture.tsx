import { useEffect, useRef, useState } from 'react';
import { slideUrl, stillUrl } from '#web/player/slide-url.ts';
import { useInView } from '#web/ui/use-in-view.ts';
import { frameTurns } from './frame-turns.ts';
import type { Tile } from './tiles.ts';

interface TilePictureProps {
  tile: Tile;
  /** Names its text, which describes the tile to those who do not see it. */
  textId: string;
  baseUrl: string;
  dimensions: { width: number; height: number };
  /** CSS pixels of the tile for one of the slide's own. */
  scale: number;
}

/** The slide in small, while it is in view: 500 of them are no more work than the few that are seen. */
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
      {near && !broken && picture.is === 'thumbnail' && (
        <img src={slideUrl(baseUrl, picture.file)} alt="" onError={() => setBroken(true)} />
      )}
      {near && picture.is === 'still' && (
        <StillFrame src={stillUrl(baseUrl, picture.file)} dimensions={dimensions} scale={scale} />
      )}
    </span>
  );
}

function StillFrame({ src, dimensions, scale }: { src: string } & Pick<TilePictureProps, 'dimensions' | 'scale'>) {
  const [state, setState] = useState<'waiting' | 'loading' | 'loaded'>('waiting');
  const done = useRef<() => void>(undefined);
  useEffect(() => {
    const end = frameTurns.ask(() => setState('loading'));
    done.current = end;
    return end;
  }, []);

  if (state === 'waiting') return null;
  return (
    <iframe
      // Nothing in it can be used, and nothing in it runs: it is a picture.
      inert
      tabIndex={-1}
      title={src}
      sandbox=""
      data-loaded={state === 'loaded'}
      src={src}
      width={dimensions.width}
      height={dimensions.height}
      style={{ scale: `${scale}` }}
      onLoad={() => {
        done.current?.();
        setState('loaded');
      }}
    />
  );
}
