import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { changePassword } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { PasswordField } from '#web/pages/sign-in/PasswordField.tsx';
import { toastStore } from '#web/ui/toast-store.ts';
import { AlsoEnd, NOTHING_ELSE } from './AlsoEnd.tsx';

export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNext] = useState('');
  const [also, setAlso] = useState(NOTHING_ELSE);
  const change = useSubmit({
    mutationFn: changePassword,
    onSuccess: () => {
      setCurrent('');
      setNext('');
      setAlso(NOTHING_ELSE);
      toastStore.show({ text: t('profile.changed') });
      void queries.invalidateQueries(trpc.keys.pathFilter());
      return queries.invalidateQueries(trpc.sessions.pathFilter());
    },
  });
  return (
    <form
      className="account-fields"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ currentPassword, newPassword, ...also });
      }}
    >
      <p className="account-hint">{t('profile.passwordLead')}</p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="current"
        label={t('profile.current')}
        autoComplete="current-password"
        value={currentPassword}
        onChange={setCurrent}
      />
      <PasswordField name="new" label={t('profile.next')} autoComplete="new-password" value={newPassword} onChange={setNext} />
      <AlsoEnd choice={also} onChange={setAlso} />
      <FormFault words={change.isError ? words(change.error) : null} />
      <Button type="submit" variant="default" loading={change.isPending}>
        {t('profile.change')}
      </Button>
    </form>
  );

  function words(fault: unknown): string {
    return faultFrom(fault).code === 'INVALID_CREDENTIALS' ? t('profile.wrongCurrent') : faultWords(fault, t);
  }
}
