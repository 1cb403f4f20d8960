import { useEffect, useRef } from 'react';

/** Returns a function that makes the notes take the focus when they open. Called when they are opened by keyboard. */
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
    // The notes may still be loading.
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [root, open]);

  return () => {
    wanted.current = true;
  };
}
