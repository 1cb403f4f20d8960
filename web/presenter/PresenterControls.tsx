import {
  IconChevronLeft,
  IconChevronRight,
  IconKeyboard,
  IconPencil,
  IconPointerFilled,
  IconSquareFilled,
  IconSquare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ControlButton } from '#web/player/ControlButton.tsx';
import type { Command } from '#web/player/keys.ts';
import type { Position } from '#web/player/use-position.ts';
import type { Blank } from '#web/talks/talk-window.ts';

interface PresenterControlsProps {
  position: Position;
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
        <ControlButton label={t('presenter.black')} pressed={blank === 'black'} onClick={() => onCommand({ do: 'black' })}>
          <IconSquareFilled size={20} aria-hidden />
        </ControlButton>
        <ControlButton label={t('presenter.white')} pressed={blank === 'white'} onClick={() => onCommand({ do: 'white' })}>
          <IconSquare size={20} aria-hidden />
        </ControlButton>
      </div>
      <Moves position={position} onCommand={onCommand} />
      <div className="presenter-tools">
        <ControlButton label={t('presenter.laser')} pressed={laserOn} onClick={() => onCommand({ do: 'laser' })}>
          <IconPointerFilled size={20} aria-hidden />
        </ControlButton>
        <ControlButton label={t('ink.draw')} pressed={drawing} onClick={() => onCommand({ do: 'draw' })}>
          <IconPencil size={20} aria-hidden />
        </ControlButton>
        {/* Of use to those who have one. */}
        <span data-for="keyboard">
          <ControlButton label={t('presenter.keys')} onClick={() => onCommand({ do: 'help' })}>
            <IconKeyboard size={20} aria-hidden />
          </ControlButton>
        </span>
      </div>
    </div>
  );
}

function Moves({ position, onCommand }: Pick<PresenterControlsProps, 'position' | 'onCommand'>) {
  const { t } = useTranslation();
  const { current, count, counted } = position;
  const words = counted ? t('player.position', { number: current + 1, count }) : t('player.goTo');
  return (
    <div className="presenter-moves">
      <ControlButton
        label={t('player.previous')}
        disabled={!position.canPrevious}
        onClick={() => onCommand({ do: 'step', direction: 'previous', skip: false })}
      >
        <IconChevronLeft size={26} aria-hidden />
      </ControlButton>
      <button
        type="button"
        className="player-count"
        aria-label={counted ? `${words}. ${t('player.goTo')}` : words}
        onClick={() => onCommand({ do: 'goTo', digits: '' })}
      >
        <strong>{current + 1}</strong>
        {counted && ` / ${count}`}
      </button>
      <ControlButton
        label={t('player.next')}
        disabled={!position.canNext}
        onClick={() => onCommand({ do: 'step', direction: 'next', skip: false })}
      >
        <IconChevronRight size={26} aria-hidden />
      </ControlButton>
    </div>
  );
}
