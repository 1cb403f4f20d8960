import { useEffect, useEffectEvent, useState } from 'react';

/** Accepts files dropped anywhere on the page. Returns whether files are being dragged over it. */
export function useFileDrag(onDrop: (files: readonly File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const report = useEffectEvent(onDrop);

  useEffect(() => {
    // dragenter and dragleave fire for every element; only their balance tells whether the page was left.
    let depth = 0;
    const turn = (by: number) => {
      depth = Math.max(0, depth + by);
      setDragging(depth > 0);
    };
    const handlers = {
      dragenter: (event: DragEvent) => carriesFiles(event) && turn(1),
      dragleave: (event: DragEvent) => carriesFiles(event) && turn(-1),
      // Otherwise the browser would open the file.
      dragover: (event: DragEvent) => carriesFiles(event) && event.preventDefault(),
      drop: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        turn(-depth);
        report([...(event.dataTransfer?.files ?? [])]);
      },
    };
    const stop = new AbortController();
    for (const [type, handle] of Object.entries(handlers)) {
      window.addEventListener(type, (event) => event instanceof DragEvent && handle(event), { signal: stop.signal });
    }
    return () => stop.abort();
  }, []);

  return dragging;
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
