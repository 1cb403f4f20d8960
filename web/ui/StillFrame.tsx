import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { frameTurns } from './frame-turns.ts';

interface StillFrameProps {
  title: string;
  src: string;
  /** Of what is in it, in its own pixels. */
  dimensions: { width: number; height: number };
  /** Brings it to the size at which it is shown. */
  style: CSSProperties;
}

/**
 * A page as a picture: nothing in it can be used, and nothing in it runs. To make a frame takes a browser long enough to be
 * felt, so that each waits for its turn; `data-loaded` says when there is something to be seen.
 */
export function StillFrame({ title, src, dimensions, style }: StillFrameProps) {
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
      inert
      tabIndex={-1}
      title={title}
      sandbox=""
      data-loaded={state === 'loaded'}
      src={src}
      width={dimensions.width}
      height={dimensions.height}
      style={style}
      onLoad={() => {
        done.current?.();
        setState('loaded');
      }}
    />
  );
}
