import { type DragEvent, type ReactNode, useRef, useState } from 'react';

interface FileCatcherProps {
  /** Without it, dropped files fall to the floor. */
  onFiles?: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Takes files dropped anywhere on a dialog, so that the page behind it does not: there they would become new decks. */
export function FileCatcher({ onFiles, children }: FileCatcherProps) {
  const [over, setOver] = useState(false);
  // Every element crossed fires an enter and a leave; only the balance tells whether the dialog was left.
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
