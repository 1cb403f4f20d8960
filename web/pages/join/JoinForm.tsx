import '#web/pages/sign-in/account-form.css';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { USER_NAME_MAX } from '#shared/limits.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment } from '#web/lib/format.ts';
import { ownSession, signUp } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { PasswordField } from '#web/pages/sign-in/PasswordField.tsx';

interface JoinFormProps {
  token: string;
  boundEmail: string | null;
  expiresAt: string;
}

export function JoinForm({ token, boundEmail, expiresAt }: JoinFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [email, setEmail] = useState(boundEmail ?? '');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useSubmit({
    mutationFn: () => signUp({ email, password, inviteToken: token, ...(name.trim() !== '' && { name: name.trim() }) }),
    onSuccess: () => navigate({ to: ownSession().withheld === null ? '/' : '/two-factor', replace: true }),
  });

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
        description={boundEmail === null ? undefined : t('account.emailBound')}
        autoComplete="username"
        required
        size="large"
        readOnly={boundEmail !== null}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextField
        name="name"
        label={t('account.name')}
        description={t('account.nameHint')}
        autoComplete="name"
        size="large"
        maxLength={USER_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordField
        name="password"
        label={t('account.newPassword')}
        autoComplete="new-password"
        size="large"
        value={password}
        onChange={setPassword}
      />
      <FormFault words={attempt.isError ? faultWords(attempt.error, t) : null} />
      <Button type="submit" size="large" loading={attempt.isPending}>
        {t('account.join')}
      </Button>
      <p className="sign-in-hint">{t('account.expires', { moment: formatMoment(expiresAt) })}</p>
    </form>
  );
}
