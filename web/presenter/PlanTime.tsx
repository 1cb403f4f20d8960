import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { formatDuration, readDuration } from '#web/talks/clock/talk-clock.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

interface PlanTimeProps {
  seconds: number | null;
  onPlan: (seconds: number | null) => void;
  onClose: () => void;
}

/** A dialog to enter the planned duration of the talk. */
export function PlanTime({ seconds, onPlan, onClose }: PlanTimeProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(seconds === null ? '' : formatDuration(seconds * 1000));
  const planned = readDuration(typed);
  const wrong = typed.trim() !== '' && planned === null;
  return (
    <Dialog title={t('presenter.plan')} closeLabel={t('shell.close')} onClose={onClose}>
      <form
        className="plan-time"
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong) return;
          onPlan(planned);
          onClose();
        }}
      >
        <TextField
          data-autofocus
          label={t('presenter.plan')}
          description={t('presenter.planHint')}
          error={wrong && t('presenter.planWrong')}
          inputMode="text"
          autoComplete="off"
          maxLength={8}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t('presenter.planSet')}</Button>
      </form>
    </Dialog>
  );
}
