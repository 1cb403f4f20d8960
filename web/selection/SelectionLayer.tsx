import { useStore } from '@nanostores/react';
import { Suspense, useEffect } from 'react';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { $selection, selection } from './selection.ts';

const SelectionBar = lazyPart(async () => (await withLaterTexts(() => import('./SelectionBar.tsx'))).SelectionBar);

/** Shows what can be done with the selected decks, and handles the keys: Ctrl+A selects all, Escape none. */
export function SelectionLayer() {
  const selected = useStore($selection);
  const isSelecting = selected.size > 0;
  useEffect(() => selection.clear, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('dialog[open], [role="menu"]') !== null) return;
      if (event.target instanceof HTMLElement && event.target.matches('input:not([type="checkbox"]), textarea, select')) return;
      if (event.key === 'Escape' && isSelecting) selection.clear();
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && isSelecting) selection.all();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isSelecting]);
  if (!isSelecting) return null;
  return (
    <Suspense>
      <SelectionBar decks={[...selected.values()]} />
    </Suspense>
  );
}
