import '#web/ui/confirm.css';
import './links.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { LinkTarget } from './link-target.ts';

/** A click that was meant for the slide must not accept: the deck decides when and where the user clicks. */
const READY_AFTER_MS = 500;

interface LinkQuestionProps {
  target: Exclude<LinkTarget, { is: 'slide' }>;
  onOpen: () => void;
  onClose: () => void;
}

/** Asks before a link of a slide opens anything outside of the deck. */
export function LinkQuestion({ target, onOpen, onClose }: LinkQuestionProps) {
  const { t } = useTranslation();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog title={t(`player.link.${target.is}`, { name: target.name })} closeLabel={t('shell.close')} onClose={onClose}>
      <div className="confirm-words">
        <p>{t(`player.link.${target.is}Lead`)}</p>
        {target.is !== 'file' && (
          <p className="link-address" dir="ltr">
            {target.href}
          </p>
        )}
      </div>
      <div className="confirm-choices">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('player.link.cancel')}
        </Button>
        <Button disabled={!ready} onClick={onOpen}>
          {t('player.link.open')}
        </Button>
      </div>
    </Dialog>
  );
}
