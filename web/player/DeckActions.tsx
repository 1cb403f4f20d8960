import {
  IconDots,
  IconDownload,
  IconFileTypePdf,
  IconNotes,
  IconSearch,
  IconShield,
  IconSlideshow,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import { useDeleteDeck } from '#web/decks/use-delete-deck.ts';
import { palette } from '#web/palette/open-palette.ts';
import { DropMenu, MenuItem, MenuLink } from '#web/ui/DropMenu.tsx';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import { DeckDialogs } from '#web/deck-menu/DeckDialogs.tsx';
import { StarItem } from '#web/deck-menu/StarItem.tsx';
import { VisitsItem } from '#web/deck-menu/VisitsItem.tsx';
import { VersionItems } from '#web/versions/VersionItems.tsx';

interface DeckActionsProps {
  deck: DeckDetail;
  onTrust: () => void;
  onInner: () => void;
  onCopies: () => void;
}

export function DeckActions({ deck, onTrust, onInner, onCopies }: DeckActionsProps) {
  const { t } = useTranslation();
  const { askOrDelete } = useDeleteDeck();
  // What is set here applies to the current version.
  const isCurrent = deck.currentVersion.current;
  return (
    <>
      <DropMenu
        label={t('deck.actions', { title: deck.title })}
        className="player-button"
        icon={<IconDots size={20} aria-hidden />}
      >
        <MenuItem icon={<IconSearch size={16} aria-hidden />} onChoose={palette.open}>
          {t('shell.search')}
        </MenuItem>
        <StarItem deck={deck} />
        <VersionItems deck={deck} />
        <VisitsItem deck={deck} />
        {isCurrent && (
          <MenuItem icon={<IconStack2 size={16} aria-hidden />} onChoose={onCopies}>
            {t('copies.item')}
          </MenuItem>
        )}
        {isCurrent && (
          <MenuItem icon={<IconShield size={16} aria-hidden />} onChoose={onTrust}>
            {t('trust.item')}
          </MenuItem>
        )}
        {isCurrent && deck.permissions.edit && keepsOwnRuntime(deck.manifest) && (
          <MenuItem icon={<IconSlideshow size={16} aria-hidden />} onChoose={onInner}>
            {t('player.inner.item')}
          </MenuItem>
        )}
        <MenuLink icon={<IconDownload size={16} aria-hidden />} href={`/api/decks/${deck.id}/blob`}>
          {t('deck.download')}
        </MenuLink>
        <MenuLink icon={<IconNotes size={16} aria-hidden />} href={`/api/decks/${deck.id}/export/notes.md`}>
          {t('notes.export')}
        </MenuLink>
        <MenuItem
          icon={<IconFileTypePdf size={16} aria-hidden />}
          onChoose={() => deckDialogs.open({ show: 'export', deck, versionId: isCurrent ? undefined : deck.currentVersionId })}
        >
          {t('deck.export')}
        </MenuItem>
        {deck.permissions.delete && (
          <MenuItem destroys icon={<IconTrash size={16} aria-hidden />} onChoose={() => void askOrDelete(deck)}>
            {t('deck.delete')}
          </MenuItem>
        )}
      </DropMenu>
      <DeckDialogs />
    </>
  );
}
