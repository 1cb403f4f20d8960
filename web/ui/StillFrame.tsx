import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { frameQueue } from './frame-queue.ts';

interface StillFrameProps {
  title: string;
  src: string;
  /** The size of the content in its own pixels. */
  dimensions: { width: number; height: number };
  /** Scales the content to its displayed size. */
  style: CSSProperties;
}

/**
 * A page as a still picture: it runs no scripts and takes no input. Creating a frame blocks the browser noticeably, so frames are
 * created one after the other. `data-loaded` is set once the content is visible.
 */
export function StillFrame({ title, src, dimensions, style }: StillFrameProps) {
  const [state, setState] = useState<'waiting' | 'loading' | 'loaded'>('waiting');
  const done = useRef<() => void>(undefined);
  useEffect(() => {
    const end = frameQueue.add(() => setState('loading'));
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
