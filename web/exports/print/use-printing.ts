import { useCallback, useEffect, useState } from 'react';

export interface Printing {
  /** From the user's wish to print until the print dialog is closed. */
  readonly isOn: boolean;
  readonly start: () => void;
  readonly end: () => void;
  /** The slide with this number has loaded. */
  readonly onReady: (number: number) => void;
  /** How many slides have loaded. */
  readonly done: number;
}

interface Printed {
  /** Browsers name the file after it. */
  readonly title: string;
  /** With another one, the slides load again. */
  readonly arrangement: string;
  /** Whether everything but the slides has loaded. */
  readonly isComplete: boolean;
  /** The number of slides. */
  readonly of: number;
}

/** Opens the browser's print dialog when all slides have loaded. Ctrl+P and ⌘P do the same as the button. */
export function usePrinting({ title, arrangement, isComplete, of }: Printed): Printing {
  const [ready, setReady] = useState<{ in: string; numbers: ReadonlySet<number> }>({ in: '', numbers: new Set() });
  const [isOn, setOn] = useState(false);
  const done = ready.in === arrangement ? ready.numbers.size : 0;
  const onReady = useCallback(
    (number: number) =>
      setReady((before) => ({
        in: arrangement,
        numbers: new Set(before.in === arrangement ? before.numbers : []).add(number),
      })),
    [arrangement],
  );

  const isReady = isOn && isComplete && of > 0 && done >= of;
  useEffect(() => {
    if (!isReady) return;
    // The last picture must be painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => window.print());
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOn(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    let usual = document.title;
    const before = () => {
      usual = document.title;
      document.title = title;
    };
    const after = () => {
      document.title = usual;
      setOn(false);
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, [title]);

  return { isOn, done, onReady, start: () => setOn(true), end: () => setOn(false) };
}
