import { IconChevronLeft, IconChevronRight, IconKeyboard, IconMaximize, IconMinimize, IconNotes } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Command } from './keys.ts';
import type { Position } from './use-position.ts';

interface BottomBarProps {
  position: Position;
  notesOpen: boolean;
  fullscreen: boolean;
  onCommand: (command: Command) => void;
}

export function BottomBar({ position, notesOpen, fullscreen, onCommand }: BottomBarProps) {
  const { t } = useTranslation();
  const Fullscreen = fullscreen ? IconMinimize : IconMaximize;
  return (
    <div className="player-bar player-bottom" role="toolbar" aria-label={t('player.controls')}>
      <div className="player-side">
        <ControlButton label={t('player.help')} onClick={() => onCommand({ do: 'help' })}>
          <IconKeyboard size={20} aria-hidden />
        </ControlButton>
      </div>
      <div className="player-moves">
        <ControlButton
          label={t('player.previous')}
          disabled={!position.canPrevious}
          onClick={() => onCommand({ do: 'step', direction: 'previous', skip: false })}
        >
          <IconChevronLeft size={22} aria-hidden />
        </ControlButton>
        <button
          type="button"
          className="player-count"
          aria-label={`${t('player.position', { number: position.current + 1, count: position.count })}. ${t('player.goTo')}`}
          onClick={() => onCommand({ do: 'goTo', digits: '' })}
        >
          <strong>{position.current + 1}</strong> / {position.count}
        </button>
        <ControlButton
          label={t('player.next')}
          disabled={!position.canNext}
          onClick={() => onCommand({ do: 'step', direction: 'next', skip: false })}
        >
          <IconChevronRight size={22} aria-hidden />
        </ControlButton>
      </div>
      <div className="player-side">
        <ControlButton label={t('player.notes')} pressed={notesOpen} onClick={() => onCommand({ do: 'notes' })}>
          <IconNotes size={20} aria-hidden />
        </ControlButton>
        <ControlButton
          label={t(fullscreen ? 'player.leaveFullscreen' : 'player.fullscreen')}
          onClick={() => onCommand({ do: 'fullscreen' })}
        >
          <Fullscreen size={20} aria-hidden />
        </ControlButton>
      </div>
    </div>
  );
}

interface ControlButtonProps {
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function ControlButton({ label, pressed, disabled, onClick, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      className="player-button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      // Still focusable at the ends, so that the focus does not fall out of the bar under somebody's fingers.
      aria-disabled={disabled}
      onClick={disabled === true ? undefined : onClick}
    >
      {children}
    </button>
  );
}
