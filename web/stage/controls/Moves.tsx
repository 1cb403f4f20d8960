import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ControlButton } from './ControlButton.tsx';
import type { Command } from '#web/protocol/keys.ts';
import type { DeckPosition } from '#web/stage/position/use-deck-position.ts';

interface MovesProps {
  position: DeckPosition;
  onCommand: (command: Command) => void;
  className?: string;
  /** Pixels. */
  iconSize?: number;
}

/** Buttons for the previous and next slide, with the slide number between them. */
export function Moves({ position, onCommand, className = 'player-moves', iconSize = 22 }: MovesProps) {
  const { t } = useTranslation();
  const { current, count, counted } = position;
  const words = counted ? t('player.position', { number: current + 1, count }) : t('player.goTo');
  return (
    <div className={className}>
      <ControlButton
        label={t('player.previous')}
        disabled={!position.canPrevious}
        onClick={() => onCommand({ do: 'step', direction: 'previous', skip: false })}
      >
        <IconChevronLeft size={iconSize} aria-hidden />
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
        <IconChevronRight size={iconSize} aria-hidden />
      </ControlButton>
    </div>
  );
}
