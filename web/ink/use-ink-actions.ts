import { useTranslation } from 'react-i18next';
import type { Stroke } from '#shared/ink.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import type { InkSheet, Inner } from './ink-sheet.ts';

export interface InkActions {
  readonly undo: () => void;
  readonly redo: () => void;
  /** Erases what this person has drawn here; can be taken back. */
  readonly clearMine: () => void;
  /** Erases everything here; for the deck's owner and admins. */
  readonly clearAll: () => void;
}

/** What can be done to the whole of a drawing. `here`: the strokes of this place, seen or not. */
export function useInkActions(sheet: InkSheet, inner: Inner, here: readonly Stroke[], myId: string): InkActions {
  const { t } = useTranslation();
  const clear = (strokes: readonly Stroke[]): void => {
    if (strokes.length === 0) return void toastStore.show({ text: t('ink.nothingOfYours') });
    sheet.erase(strokes, inner);
    const action = { label: t('ink.undo'), run: () => sheet.restore(strokes, inner) };
    toastStore.show({ text: t('ink.cleared', { strokes: t('ink.strokes', { count: strokes.length }) }), action });
  };
  return {
    undo: () => sheet.turnBack('undo', inner),
    redo: () => sheet.turnBack('redo', inner),
    clearMine: () => clear(here.filter(({ author }) => author.id === myId)),
    clearAll: () => clear(here),
  };
}
