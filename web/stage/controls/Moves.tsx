import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tip } from '#web/ui/Tip.tsx';
import { ControlButton } from './ControlButton.tsx';
import { KEY_NAMES } from './key-names.ts';
import type { Command } from '#web/protocol/keys.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';

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
  const { current, count, counted, ended } = position;
  const words = counted ? t('player.position', { number: current + 1, count }) : t('player.goTo');
  const [goToKey] = KEY_NAMES.goTo;
  return (
    <div className={className}>
      <ControlButton
        label={t('player.previous')}
        shortcut={KEY_NAMES.previous[0]}
        disabled={!position.canPrevious && !ended}
        onClick={() => onCommand({ do: 'step', direction: 'previous', skip: false })}
      >
        <IconChevronLeft size={iconSize} aria-hidden />
      </ControlButton>
      <Tip label={t('player.goTo')} shortcut={goToKey} description={t('player.tipKey', { key: goToKey })}>
        <button
          type="button"
          className="player-count"
          aria-label={counted ? `${words}. ${t('player.goTo')}` : words}
          onClick={() => onCommand({ do: 'goTo', digits: '' })}
        >
          <strong>{current + 1}</strong>
          {counted && ` / ${count}`}
        </button>
      </Tip>
      <ControlButton
        label={t('player.next')}
        shortcut={KEY_NAMES.next[0]}
        disabled={ended}
        onClick={() => onCommand({ do: 'step', direction: 'next', skip: false })}
      >
        <IconChevronRight size={iconSize} aria-hidden />
      </ControlButton>
    </div>
  );
}
