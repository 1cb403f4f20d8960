import './account-form.css';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import type { Credentials } from '#web/lib/session.ts';
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
  const attempt = useMutation({ mutationFn: onSubmit });
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate({ email, password });
      }}
    >
      <TextInput
        type="email"
        name="email"
        label={t('account.email')}
        autoComplete="username"
        required
        withAsterisk={false}
        size="md"
        readOnly={fixedEmail !== undefined}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        autoComplete="current-password"
        size="md"
        data-autofocus={fixedEmail === undefined ? undefined : true}
        value={password}
        onChange={setPassword}
      />
      <FormFault words={attempt.isError ? faultWords(attempt.error, t) : null} />
      <Button type="submit" size="md" loading={attempt.isPending}>
        {t('account.signIn')}
      </Button>
    </form>
  );
}
