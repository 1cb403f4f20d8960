import { IconDots, IconLayoutGrid } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropMenu, MenuItem } from '#web/ui/DropMenu.tsx';
import { ControlButton } from '#web/stage/controls/ControlButton.tsx';
import { type Control, controls } from './controls.ts';
import type { Command, PlainCommand } from '#web/protocol/keys.ts';
import { Moves } from '#web/stage/controls/Moves.tsx';
import type { DeckPosition } from '#web/stage/position/use-deck-position.ts';

interface BottomBarProps {
  position: DeckPosition;
  /** Which commands are switched on. */
  pressed: Partial<Record<PlainCommand, boolean>>;
  onCommand: (command: Command) => void;
}

/** The toolbar of the player. If space is short, less important controls move into a menu. */
export function BottomBar({ position, pressed, onCommand }: BottomBarProps) {
  const { t } = useTranslation();
  const { current, count, counted } = position;
  const show = ({ command, Icon, PressedIcon = Icon, label, pressedLabel, inMenu }: Control) => {
    const isOn = pressed[command] ?? false;
    const ShownIcon = isOn ? PressedIcon : Icon;
    return (
      <ControlButton
        key={command}
        label={t(isOn ? (pressedLabel ?? label) : label)}
        pressed={command === 'fullscreen' ? undefined : pressed[command]}
        inMenu={inMenu}
        onClick={() => onCommand({ do: command })}
      >
        <ShownIcon size={20} aria-hidden />
      </ControlButton>
    );
  };
  return (
    <div className="player-bar player-bottom" role="toolbar" aria-label={t('player.controls')}>
      <div className="player-controls">
        <div className="player-side">
          <ControlButton label={t('player.overview')} onClick={() => onCommand({ do: 'overview' })}>
            <IconLayoutGrid size={20} aria-hidden />
          </ControlButton>
        </div>
        <Moves position={position} onCommand={onCommand} />
        <div className="player-side">
          {controls.map(show)}
          <span className="player-more">
            <DropMenu label={t('player.more')} className="player-button" icon={<IconDots size={20} aria-hidden />}>
              {controls
                .filter(({ inMenu }) => inMenu)
                .map(({ command, Icon, label }) => (
                  <MenuItem key={command} icon={<Icon size={16} aria-hidden />} onChoose={() => onCommand({ do: command })}>
                    {t(label)}
                  </MenuItem>
                ))}
            </DropMenu>
          </span>
        </div>
      </div>
      <div className="player-progress" style={{ '--done': counted && count > 1 ? current / (count - 1) : 0 }} />
    </div>
  );
}
