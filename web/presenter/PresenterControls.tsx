import {
  IconKeyboard,
  IconLayoutGrid,
  IconPencil,
  IconPointerFilled,
  IconQrcode,
  IconSquareFilled,
  IconSquare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ControlButton } from '#web/stage/controls/ControlButton.tsx';
import type { Command } from '#web/protocol/keys.ts';
import { Moves } from '#web/stage/controls/Moves.tsx';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import type { Blank } from '#web/talks/window/talk-window.ts';

interface PresenterControlsProps {
  position: DeckPosition;
  blank: Blank;
  laserOn: boolean;
  drawing: boolean;
  onCommand: (command: Command) => void;
}

export function PresenterControls({ position, blank, laserOn, drawing, onCommand }: PresenterControlsProps) {
  const { t } = useTranslation();
  return (
    <div className="presenter-controls" role="toolbar" aria-label={t('player.controls')}>
      <div className="presenter-tools">
        <ControlButton label={t('player.overview')} onClick={() => onCommand({ do: 'overview' })}>
          <IconLayoutGrid size={20} aria-hidden />
        </ControlButton>
        <ControlButton label={t('presenter.black')} pressed={blank === 'black'} onClick={() => onCommand({ do: 'black' })}>
          <IconSquareFilled size={20} aria-hidden />
        </ControlButton>
        {/* Hidden on small screens, which have space for only one of the three. */}
        <span data-for="wide">
          <ControlButton label={t('presenter.white')} pressed={blank === 'white'} onClick={() => onCommand({ do: 'white' })}>
            <IconSquare size={20} aria-hidden />
          </ControlButton>
        </span>
        <span data-for="wide">
          <ControlButton
            label={t('presenter.address')}
            pressed={blank === 'address'}
            onClick={() => onCommand({ do: 'address' })}
          >
            <IconQrcode size={20} aria-hidden />
          </ControlButton>
        </span>
      </div>
      <Moves position={position} onCommand={onCommand} className="presenter-moves" iconSize={26} />
      <div className="presenter-tools">
        <ControlButton label={t('presenter.laser')} pressed={laserOn} onClick={() => onCommand({ do: 'laser' })}>
          <IconPointerFilled size={20} aria-hidden />
        </ControlButton>
        <ControlButton label={t('ink.draw')} pressed={drawing} onClick={() => onCommand({ do: 'draw' })}>
          <IconPencil size={20} aria-hidden />
        </ControlButton>
        {/* Hidden on devices without a keyboard. */}
        <span data-for="keyboard">
          <ControlButton label={t('presenter.keys')} onClick={() => onCommand({ do: 'help' })}>
            <IconKeyboard size={20} aria-hidden />
          </ControlButton>
        </span>
      </div>
    </div>
  );
}
