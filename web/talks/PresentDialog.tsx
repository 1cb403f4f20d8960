import './present-dialog.css';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { PresenterView } from './use-presenter-view.ts';

/** Asks whether others may follow, before anyone is told that this user is presenting. */
export function PresentDialog({ view }: { view: PresenterView }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('talk.present')} closeLabel={t('shell.close')} onClose={view.dismiss}>
      <p className="present-lead">{t('talk.presentLead')}</p>
      <div className="present-choices">
        <div>
          <Button fullWidth variant="default" aria-describedby="present-rehearse" onClick={view.rehearse}>
            {t('talk.rehearse')}
          </Button>
          <p id="present-rehearse">{t('talk.rehearseLead')}</p>
        </div>
        <div>
          <Button fullWidth data-autofocus aria-describedby="present-live" onClick={view.goLive}>
            {t('talk.goLive')}
          </Button>
          <p id="present-live">{t('talk.goLiveLead')}</p>
        </div>
      </div>
    </Dialog>
  );
}
