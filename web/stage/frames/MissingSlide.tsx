import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { trpc } from '#web/lib/trpc.ts';
import type { SlideFault } from './silent-slide.ts';

/** The fault's explanation. */
const WORDS = { offline: 'player.slideOffline', gone: 'player.slideGone', astray: 'player.slideAstray' } as const;

/** Shown instead of a slide that could not be loaded. */
export function MissingSlide({ fault, onAgain }: { fault: SlideFault | 'astray'; onAgain: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const tryAgain = () => {
    if (fault === 'gone') void queryClient.invalidateQueries(trpc.playback.open.pathFilter());
    onAgain();
  };
  return (
    <div className="missing-slide" role="alert">
      <h2>{t(fault === 'astray' ? 'player.slideLeft' : 'player.slideMissing')}</h2>
      <p>{t(WORDS[fault])}</p>
      <Button onClick={tryAgain}>{t('shell.tryAgain')}</Button>
    </div>
  );
}
