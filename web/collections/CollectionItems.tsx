import { IconBookmarkMinus, IconBookmarkPlus } from '@tabler/icons-react';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type DeckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';
import { MenuItem } from '#web/ui/DropMenu.tsx';
import { useShownCollection } from './collection-context.ts';

/** Menu items that put a deck into a collection, and take it out of the one whose page shows it. */
export function CollectionItems({ deck }: Pick<DeckDialog, 'deck'>) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const shown = useShownCollection();
  const takeOut = async () => {
    if (shown === null) return;
    const { removeFromCollection } = await import('./collections.ts');
    await removeFromCollection(shown, [deck]);
  };
  const mayTakeOut = shown !== null && (shown.visibility === 'team' || user.role === 'admin' || shown.owner.id === user.id);
  return (
    <>
      <MenuItem icon={<IconBookmarkPlus size={16} aria-hidden />} onChoose={() => deckDialogs.open({ show: 'collect', deck })}>
        {t('collections.addItem')}
      </MenuItem>
      {mayTakeOut && (
        <MenuItem icon={<IconBookmarkMinus size={16} aria-hidden />} onChoose={() => void takeOut()}>
          {t('collections.removeItem')}
        </MenuItem>
      )}
    </>
  );
}
