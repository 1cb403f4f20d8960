import {
  IconFileTypePdf,
  IconHistory,
  IconLayoutGrid,
  IconLink,
  IconPresentation,
  IconQrcode,
  IconStack2,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import type { PaletteCommand } from '#web/palette/palette-command.ts';
import { PaletteHost } from '#web/palette/PaletteHost.tsx';
import type { Command } from '#web/protocol/keys.ts';
import { KEY_NAMES } from '#web/stage/controls/key-names.ts';
import { controls } from './controls.ts';

interface PlayerPaletteProps {
  deck: DeckDetail;
  onPresent: () => void;
  onCopies: () => void;
  onCommand: (command: Command) => void;
}

/** The palette in the player, with the commands of the deck. */
export function PlayerPalette({ deck, onPresent, onCopies, onCommand }: PlayerPaletteProps) {
  const { t } = useTranslation();
  const commands = useMemo<PaletteCommand[]>(() => {
    const { current } = deck.currentVersion;
    const present: PaletteCommand = {
      id: 'present',
      label: t('player.present'),
      Icon: IconPresentation,
      shortcut: KEY_NAMES.presenter[0],
      run: onPresent,
    };
    const newLink: PaletteCommand = {
      id: 'link',
      label: t('palette.newLink'),
      names: [t('player.share')],
      Icon: IconLink,
      run: () => deckDialogs.open({ show: 'share', deck }),
    };
    return [
      ...(current ? [present] : []),
      ...(current && deck.permissions.share ? [newLink] : []),
      {
        id: 'overview',
        label: t('player.overview'),
        Icon: IconLayoutGrid,
        shortcut: KEY_NAMES.overview[0],
        run: () => onCommand({ do: 'overview' }),
      },
      ...controls.map(({ command, Icon, label, shortcut }) => ({
        id: command,
        label: t(label),
        Icon,
        shortcut,
        run: () => onCommand({ do: command }),
      })),
      ...(current ? [{ id: 'copies', label: t('copies.item'), Icon: IconStack2, run: onCopies }] : []),
      {
        id: 'address',
        label: t('keyList.address'),
        Icon: IconQrcode,
        shortcut: KEY_NAMES.address[0],
        run: () => onCommand({ do: 'address' }),
      },
      {
        id: 'versions',
        label: t('versions.listItem'),
        Icon: IconHistory,
        run: () => deckDialogs.open({ show: 'versions', deck }),
      },
      {
        id: 'export',
        label: t('deck.export'),
        names: ['PDF'],
        Icon: IconFileTypePdf,
        run: () => deckDialogs.open({ show: 'export', deck, versionId: current ? undefined : deck.currentVersionId }),
      },
    ];
  }, [t, deck, onPresent, onCopies, onCommand]);
  return <PaletteHost here={{ deckId: deck.id, commands }} />;
}
