import { useEffect, useRef } from 'react';

/** Gives the call after which the notes take the focus when they open: for those who opened them from the keyboard. */
export function useNotesFocus(root: HTMLElement | null, open: boolean): () => void {
  const wanted = useRef(false);

  useEffect(() => {
    if (root === null || !open || !wanted.current) return;
    wanted.current = false;
    const focus = () => {
      const field = root.querySelector<HTMLElement>('.notes textarea');
      field?.focus();
      return field !== null;
    };
    if (focus()) return;
    // The notes may still be on their way.
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [root, open]);

  return () => {
    wanted.current = true;
  };
}
