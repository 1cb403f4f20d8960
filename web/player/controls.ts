import {
  type Icon,
  IconKeyboard,
  IconMaximize,
  IconMinimize,
  IconNotes,
  IconPencil,
  IconPointer,
  IconPresentation,
} from '@tabler/icons-react';
import type { PlainCommand } from '#web/protocol/keys.ts';

export interface Control {
  readonly command: PlainCommand;
  readonly Icon: Icon;
  readonly label: 'player.draw' | 'player.laser' | 'player.notes' | 'player.presenter' | 'player.help' | 'player.fullscreen';
  /** Icon and label while the control is on, if they differ. */
  readonly PressedIcon?: Icon;
  readonly pressedLabel?: 'player.leaveFullscreen';
  /** Whether the control moves into the menu if space is short. */
  readonly inMenu: boolean;
}

export const controls: readonly Control[] = [
  { command: 'draw', Icon: IconPencil, label: 'player.draw', inMenu: false },
  { command: 'laser', Icon: IconPointer, label: 'player.laser', inMenu: true },
  { command: 'notes', Icon: IconNotes, label: 'player.notes', inMenu: true },
  { command: 'presenter', Icon: IconPresentation, label: 'player.presenter', inMenu: true },
  { command: 'help', Icon: IconKeyboard, label: 'player.help', inMenu: true },
  {
    command: 'fullscreen',
    Icon: IconMaximize,
    label: 'player.fullscreen',
    PressedIcon: IconMinimize,
    pressedLabel: 'player.leaveFullscreen',
    inMenu: true,
  },
];
