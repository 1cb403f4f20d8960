import { type DragEvent, type ReactNode, useRef, useState } from 'react';

interface FileCatcherProps {
  /** If omitted, dropped files are ignored. */
  onFiles?: (files: readonly File[]) => void;
  children: ReactNode;
}

/**
 * Accepts files dropped anywhere on a dialog, so that they do not reach the page behind it, which would add them as new decks.
 */
export function FileCatcher({ onFiles, children }: FileCatcherProps) {
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
      data-over={over && onFiles !== undefined}
      onDragEnter={(event) => turn(event, 1)}
      onDragLeave={(event) => turn(event, -1)}
      onDragOver={(event) => {
        event.stopPropagation();
        event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        turn(event, -depth.current);
        onFiles?.([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
