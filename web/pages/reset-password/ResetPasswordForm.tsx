import '#web/pages/sign-in/account-form.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment } from '#web/lib/format.ts';
import { resetPassword } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { AlsoEnd, NOTHING_ELSE } from '#web/pages/account/AlsoEnd.tsx';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { PasswordField } from '#web/pages/sign-in/PasswordField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface ResetPasswordFormProps {
  token: string;
  email: string;
  expiresAt: string;
  onDone: () => void;
}

export function ResetPasswordForm({ token, email, expiresAt, onDone }: ResetPasswordFormProps) {
  const { t } = useTranslation();
  const [newPassword, setPassword] = useState('');
  const [also, setAlso] = useState(NOTHING_ELSE);
  const attempt = useSubmit({ mutationFn: () => resetPassword({ token, newPassword, ...also }), onSuccess: onDone });
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate();
      }}
    >
      <TextField
        type="email"
        name="email"
        label={t('account.email')}
        autoComplete="username"
        size="large"
        readOnly
        value={email}
      />
      <PasswordField
        name="password"
        label={t('profile.next')}
        autoComplete="new-password"
        size="large"
        value={newPassword}
        onChange={setPassword}
      />
      <AlsoEnd choice={also} onChange={setAlso} />
      <FormFault words={attempt.isError ? faultWords(attempt.error, t) : null} />
      <Button type="submit" size="large" loading={attempt.isPending}>
        {t('reset.set')}
      </Button>
      <p className="sign-in-hint">{t('reset.expires', { moment: formatMoment(expiresAt) })}</p>
    </form>
  );
}
