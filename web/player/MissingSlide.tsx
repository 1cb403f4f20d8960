import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { trpc } from '#web/lib/trpc.ts';
import type { SlideFault } from './use-slide-fault.ts';

/** Shown instead of a slide that could not be loaded. */
export function MissingSlide({ fault, onAgain }: { fault: SlideFault; onAgain: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const tryAgain = () => {
    if (fault === 'gone') void queryClient.invalidateQueries(trpc.playback.open.pathFilter());
    onAgain();
  };
  return (
    <div className="missing-slide" role="alert">
      <h2>{t('player.slideMissing')}</h2>
      <p>{t(fault === 'offline' ? 'player.slideOffline' : 'player.slideGone')}</p>
      <Button onClick={tryAgain}>{t('shell.tryAgain')}</Button>
    </div>
  );
}
