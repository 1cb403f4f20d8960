import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface PreparingDialogProps {
  done: number;
  of: number;
  onClose: () => void;
}

/** Says how many slides have loaded. It covers the pages, which are all in the window then. */
export function PreparingDialog({ done, of, onClose }: PreparingDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('print.preparing')} closeLabel={t('shell.close')} onClose={onClose}>
      <div className="print-preparing">
        <progress max={of} value={done} aria-label={t('print.loading')} />
        <p role="status">{t('print.loaded', { done, count: of })}</p>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('print.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
