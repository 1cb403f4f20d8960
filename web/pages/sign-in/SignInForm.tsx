import './account-form.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import type { Credentials } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { FormFault } from './FormFault.tsx';
import { PasswordField } from './PasswordField.tsx';

interface SignInFormProps {
  fixedEmail?: string;
  onSubmit: (credentials: Credentials) => Promise<void>;
}

export function SignInForm({ fixedEmail, onSubmit }: SignInFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState(fixedEmail ?? '');
  const [password, setPassword] = useState('');
  const attempt = useSubmit({ mutationFn: onSubmit });
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate({ email, password });
      }}
    >
      <TextField
        type="email"
        name="email"
        label={t('account.email')}
        autoComplete="username"
        required
        size="large"
        readOnly={fixedEmail !== undefined}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        autoComplete="current-password"
        size="large"
        data-autofocus={fixedEmail === undefined ? undefined : true}
        value={password}
        onChange={setPassword}
      />
      <FormFault words={attempt.isError ? faultWords(attempt.error, t) : null} />
      <Button type="submit" size="large" loading={attempt.isPending}>
        {t('account.signIn')}
      </Button>
    </form>
  );
}
