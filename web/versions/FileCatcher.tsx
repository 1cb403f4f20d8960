import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { DroppedItem } from '#web/uploads/packing/deck-source.ts';
import { itemsOf } from '#web/uploads/use-file-drag.ts';

interface FileCatcherProps {
  /** If omitted, dropped files and folders are ignored. */
  onItems?: (items: readonly DroppedItem[]) => void;
  children: ReactNode;
}

/**
 * Accepts files dropped anywhere on a dialog, so that they do not reach the page behind it, which would add them as new decks.
 */
export function FileCatcher({ onItems, children }: FileCatcherProps) {
  const [over, setOver] = useState(false);
  // dragenter and dragleave fire for every element; only their balance tells whether the dialog was left.
  const depth = useRef(0);
  const turn = (event: DragEvent, by: number) => {
    event.stopPropagation();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    <div
      className="file-catcher"
      role="presentation"
      data-over={over && onItems !== undefined}
      onDragEnter={(event) => turn(event, 1)}
      onDragLeave={(event) => turn(event, -1)}
      onDragOver={(event) => {
        event.stopPropagation();
        event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        turn(event, -depth.current);
        onItems?.(itemsOf(event.dataTransfer));
      }}
    >
      {children}
    </div>
  );
}
