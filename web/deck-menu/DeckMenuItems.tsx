import { IconCopy, IconDownload, IconFileTypePdf, IconLink, IconPencil, IconPresentation, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { CollectionItems } from '#web/collections/CollectionItems.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { MenuItem, MenuLine, MenuLink } from '#web/ui/DropMenu.tsx';
import { toastStore } from '#web/ui/toast-store.ts';
import { ShareItem } from '#web/sharing/ShareItem.tsx';
import { StarItem } from './StarItem.tsx';
import { VisitsItem } from './VisitsItem.tsx';
import { VersionItems } from '#web/versions/VersionItems.tsx';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import { duplicateDeck } from '#web/decks/duplicate-deck.ts';
import { useDeleteDeck } from '#web/decks/use-delete-deck.ts';

export interface DeckMenuProps {
  deck: Deck;
  onRename: () => void;
}

/** The items of the menu of a deck. */
export function DeckMenuItems({ deck, onRename }: DeckMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { askOrDelete } = useDeleteDeck();
  const { edit, delete: mayDelete } = deck.permissions;
  const open = (deckId: string) => void navigate({ to: '/decks/$deckId', params: { deckId } });
  const copyLink = async () => {
    const isCopied = await copyText(new URL(`/decks/${deck.id}`, location.origin).href).catch(() => false);
    if (isCopied) toastStore.show({ text: t('deck.linkCopied') });
    else toastStore.fault(t('deck.linkNotCopied'));
  };
  return (
    <>
      <MenuItem
        icon={<IconPresentation size={16} aria-hidden />}
        onChoose={() => void navigate({ to: '/decks/$deckId/present', params: { deckId: deck.id } })}
      >
        {t('talk.present')}
      </MenuItem>
      <StarItem deck={deck} />
      <MenuItem icon={<IconLink size={16} aria-hidden />} onChoose={() => void copyLink()}>
        {t('deck.copyLink')}
      </MenuItem>
      <MenuItem icon={<IconCopy size={16} aria-hidden />} onChoose={() => void duplicateDeck(deck, open)}>
        {t('deck.duplicate')}
      </MenuItem>
      <CollectionItems deck={deck} />
      <MenuLine />
      {edit && (
        <MenuItem icon={<IconPencil size={16} aria-hidden />} onChoose={onRename}>
          {t('deck.rename')}
        </MenuItem>
      )}
      <ShareItem deck={deck} />
      <VisitsItem deck={deck} />
      <VersionItems deck={deck} />
      <MenuLink icon={<IconDownload size={16} aria-hidden />} href={`/api/decks/${deck.id}/blob`}>
        {t('deck.download')}
      </MenuLink>
      <MenuItem icon={<IconFileTypePdf size={16} aria-hidden />} onChoose={() => deckDialogs.open({ show: 'export', deck })}>
        {t('deck.export')}
      </MenuItem>
      {mayDelete && (
        <>
          <MenuLine />
          <MenuItem destroys icon={<IconTrash size={16} aria-hidden />} onChoose={() => void askOrDelete(deck)}>
            {t('deck.delete')}
          </MenuItem>
        </>
      )}
    </>
  );
}
