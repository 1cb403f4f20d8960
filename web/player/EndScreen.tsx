import { IconLayoutGrid, IconPlayerSkipBack } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Command } from '#web/protocol/keys.ts';

interface EndScreenProps {
  title: string;
  onCommand: (command: Command) => void;
}

/** Covers the last slide when the user goes past it. Previous returns to the slide. */
export function EndScreen({ title, onCommand }: EndScreenProps) {
  const { t } = useTranslation();
  return (
    <section className="end-screen" aria-label={t('player.end.title')}>
      <p className="end-title" dir="auto">
        {title}
      </p>
      <p role="status">{t('player.end.title')}</p>
      <div className="end-choices">
        <button type="button" className="end-choice" onClick={() => onCommand({ do: 'first' })}>
          <IconPlayerSkipBack size={18} aria-hidden />
          {t('player.end.again')}
        </button>
        <button type="button" className="end-choice" onClick={() => onCommand({ do: 'overview' })}>
          <IconLayoutGrid size={18} aria-hidden />
          {t('player.overview')}
        </button>
        <Link to="/" className="end-choice">
          {t('player.end.library')}
        </Link>
      </div>
    </section>
  );
}
