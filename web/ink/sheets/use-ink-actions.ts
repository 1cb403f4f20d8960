import { useTranslation } from 'react-i18next';
import type { Stroke } from '#shared/ink.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import type { InkSheet, Inner } from './ink-sheet.ts';

export interface InkActions {
  readonly undo: () => void;
  readonly redo: () => void;
  /** Erases the user's strokes at this place; can be undone. */
  readonly clearMine: () => void;
  /** Erases all strokes at this place; only for the deck's owner and admins. */
  readonly clearAll: () => void;
}

/**
 * Actions for the whole drawing.
 * @param here all strokes at this place, visible or not
 */
export function useInkActions(sheet: InkSheet, inner: Inner, here: readonly Stroke[], myId: string): InkActions {
  const { t } = useTranslation();
  const clear = (strokes: readonly Stroke[]): void => {
    if (strokes.length === 0) return void toastStore.show({ text: t('ink.nothingOfYours') });
    sheet.erase(strokes, inner);
    const action = { label: t('ink.undo'), run: () => sheet.restore(strokes, inner) };
    toastStore.show({ text: t('ink.cleared', { strokes: t('ink.strokes', { count: strokes.length }) }), action });
  };
  return {
    undo: () => sheet.undoRedo('undo', inner),
    redo: () => sheet.undoRedo('redo', inner),
    clearMine: () => clear(here.filter(({ author }) => author.id === myId)),
    clearAll: () => clear(here),
  };
}
