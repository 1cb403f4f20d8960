import {
  type Icon,
  IconKeyboard,
  IconMaximize,
  IconMinimize,
  IconNotes,
  IconPencil,
  IconPointer,
  IconSearch,
} from '@tabler/icons-react';
import type { PlainCommand } from '#web/protocol/keys.ts';
import { KEY_NAMES } from '#web/stage/controls/key-names.ts';

/** A control that runs a command. */
export interface Control {
  readonly command: PlainCommand;
  readonly Icon: Icon;
  readonly label: 'player.draw' | 'player.laser' | 'player.notes' | 'player.help' | 'player.fullscreen' | 'find.title';
  readonly shortcut: string;
  /** Icon and label while the control is on, if they differ. */
  readonly PressedIcon?: Icon;
  readonly pressedLabel?: 'player.leaveFullscreen';
  /** Where it is: always in the bar, in the menu if space is short, or always in the menu. */
  readonly place: 'bar' | 'barIfWide' | 'menu';
}

export const controls: readonly Control[] = [
  { command: 'draw', Icon: IconPencil, label: 'player.draw', shortcut: KEY_NAMES.draw[0], place: 'bar' },
  { command: 'notes', Icon: IconNotes, label: 'player.notes', shortcut: KEY_NAMES.notes[0], place: 'barIfWide' },
  {
    command: 'fullscreen',
    Icon: IconMaximize,
    label: 'player.fullscreen',
    shortcut: KEY_NAMES.fullscreen[0],
    PressedIcon: IconMinimize,
    pressedLabel: 'player.leaveFullscreen',
    place: 'barIfWide',
  },
  { command: 'find', Icon: IconSearch, label: 'find.title', shortcut: KEY_NAMES.find[0], place: 'menu' },
  { command: 'laser', Icon: IconPointer, label: 'player.laser', shortcut: KEY_NAMES.laser[0], place: 'menu' },
  { command: 'help', Icon: IconKeyboard, label: 'player.help', shortcut: KEY_NAMES.help[0], place: 'menu' },
];
