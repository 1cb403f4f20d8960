import { useEffect, useEffectEvent, useState } from 'react';
import type { DroppedItem } from './packing/deck-source.ts';

/** Accepts files and folders dropped anywhere on the page. Returns whether files are being dragged over it. */
export function useFileDrag(onDrop: (items: readonly DroppedItem[]) => void): boolean {
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
        report(itemsOf(event.dataTransfer));
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

/** The dropped files and folders. They must be read during the event. */
export function itemsOf(transfer: DataTransfer | null): DroppedItem[] {
  return [...(transfer?.items ?? [])].flatMap((item): DroppedItem[] => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry();
    if (entry !== null && isDirectory(entry)) return [entry];
    const file = item.getAsFile();
    return file === null ? [] : [file];
  });
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
