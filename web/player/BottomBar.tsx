import { IconDots, IconLayoutGrid } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropMenu, MenuCheck, MenuItem, MenuLine } from '#web/ui/DropMenu.tsx';
import { Tips } from '#web/ui/Tip.tsx';
import { ControlButton } from '#web/stage/controls/ControlButton.tsx';
import { KEY_NAMES } from '#web/stage/controls/key-names.ts';
import { type Control, controls } from './controls.ts';
import type { Command, PlainCommand } from '#web/protocol/keys.ts';
import { Moves } from '#web/stage/controls/Moves.tsx';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';

interface BottomBarProps {
  position: DeckPosition;
  /** Which commands are switched on. */
  pressed: Partial<Record<PlainCommand, boolean>>;
  onCommand: (command: Command) => void;
  /** Whether a click on the slide moves. */
  clickMoves: boolean;
  onClickMoves: (moves: boolean) => void;
}

/** The player's toolbar: as small as possible, because it covers the slide. Less important controls are in a menu. */
export function BottomBar({ position, pressed, onCommand, clickMoves, onClickMoves }: BottomBarProps) {
  const { t } = useTranslation();
  const { current, count, counted } = position;
  const show = ({ command, Icon, PressedIcon = Icon, label, pressedLabel, shortcut, place }: Control) => {
    const isOn = pressed[command] ?? false;
    const ShownIcon = isOn ? PressedIcon : Icon;
    return (
      <ControlButton
        key={command}
        label={t(isOn ? (pressedLabel ?? label) : label)}
        shortcut={shortcut}
        pressed={command === 'fullscreen' ? undefined : pressed[command]}
        inMenu={place === 'barIfWide'}
        onClick={() => onCommand({ do: command })}
      >
        <ShownIcon size={20} aria-hidden />
      </ControlButton>
    );
  };
  return (
    <Tips>
      <div className="player-bar player-progress" style={{ '--done': counted && count > 1 ? current / (count - 1) : 0 }} />
      <div className="player-bar player-bottom">
        <div className="player-group" role="toolbar" aria-label={t('player.controls')}>
          <Moves position={position} onCommand={onCommand} />
          <span className="player-divider" />
          <ControlButton
            label={t('player.overview')}
            shortcut={KEY_NAMES.overview[0]}
            onClick={() => onCommand({ do: 'overview' })}
          >
            <IconLayoutGrid size={20} aria-hidden />
          </ControlButton>
          {/* What is switched on can be switched off here, too. */}
          {controls.filter(({ place, command }) => place !== 'menu' || pressed[command] === true).map(show)}
          <DropMenu label={t('player.more')} className="player-button" icon={<IconDots size={20} aria-hidden />}>
            {controls
              .filter(({ place }) => place !== 'bar')
              .map(({ command, Icon, label, place }) => (
                <span key={command} className="player-menu-item" data-if-narrow={place === 'barIfWide'}>
                  <MenuItem icon={<Icon size={16} aria-hidden />} onChoose={() => onCommand({ do: command })}>
                    {t(label)}
                  </MenuItem>
                </span>
              ))}
            <MenuLine />
            <MenuCheck checked={clickMoves} onChange={onClickMoves}>
              {t('player.clickMoves')}
            </MenuCheck>
          </DropMenu>
        </div>
      </div>
    </Tips>
  );
}
