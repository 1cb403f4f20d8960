import {
  IconKeyboard,
  IconLayoutGrid,
  IconNotes,
  IconPencil,
  IconPointer,
  IconQrcode,
  IconSquare,
  IconSquareFilled,
  IconUserPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import type { FoundPlace } from '#web/decks/slide-address.ts';
import type { PaletteCommand } from '#web/palette/palette-command.ts';
import { PaletteHost } from '#web/palette/PaletteHost.tsx';
import type { Command, PlainCommand } from '#web/protocol/keys.ts';
import { KEY_NAMES } from '#web/stage/controls/key-names.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';

interface PresenterPaletteProps {
  deck: DeckDetail;
  position: Pick<DeckPosition, 'goTo' | 'goToPlace'>;
  onCommand: (command: Command) => void;
}

/** The palette in the presenter view. A slide of the deck is shown here, so that the talk goes on. */
export function PresenterPalette({ deck, position, onCommand }: PresenterPaletteProps) {
  const { t } = useTranslation();
  const command = (id: PlainCommand & keyof typeof KEY_NAMES, label: string, Icon: PaletteCommand['Icon']): PaletteCommand => ({
    id,
    label,
    Icon,
    shortcut: KEY_NAMES[id][0],
    run: () => onCommand({ do: id }),
  });
  const here = {
    deckId: deck.id,
    goTo: ({ slideIndex, inner }: FoundPlace) =>
      inner === null ? position.goTo(slideIndex) : position.goToPlace({ slideIndex, inner: { index: inner, step: 0 } }),
    commands: [
      {
        id: 'share',
        label: t(deck.permissions.manage ? 'player.share' : 'player.people'),
        Icon: IconUserPlus,
        run: () => deckDialogs.open({ show: 'share', deck }),
      },
      command('overview', t('player.overview'), IconLayoutGrid),
      command('notes', t('player.notes'), IconNotes),
      command('draw', t('player.draw'), IconPencil),
      command('laser', t('player.laser'), IconPointer),
      command('black', t('keyList.black'), IconSquareFilled),
      command('white', t('keyList.white'), IconSquare),
      command('address', t('keyList.address'), IconQrcode),
      command('help', t('player.help'), IconKeyboard),
    ],
  };
  return <PaletteHost here={here} />;
}
