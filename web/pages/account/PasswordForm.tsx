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

export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNext] = useState('');
  const [endKeys, setEndKeys] = useState(false);
  const [endRemotes, setEndRemotes] = useState(false);
  const change = useSubmit({
    mutationFn: changePassword,
    onSuccess: () => {
      setCurrent('');
      setNext('');
      setEndKeys(false);
      setEndRemotes(false);
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
        change.mutate({ currentPassword, newPassword, endKeys, endRemotes });
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
      <fieldset className="account-also">
        <legend>{t('profile.alsoEnd')}</legend>
        <Check label={t('profile.endKeys')} checked={endKeys} onChange={setEndKeys} />
        <Check label={t('profile.endPhones')} checked={endRemotes} onChange={setEndRemotes} />
        <p className="account-hint">{t('profile.alsoHint')}</p>
      </fieldset>
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

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="account-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
