import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { KeyAccess } from '#shared/keys.ts';
import { KEY_NAME_MAX } from '#shared/limits.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { PasswordField } from '#web/pages/sign-in/PasswordField.tsx';
import { ProviderButton } from '#web/pages/sign-in/ProviderButton.tsx';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';
import { Choice } from '#web/ui/Segments.tsx';

interface KeyFormProps {
  pending: boolean;
  fault: unknown;
  onCreate: (key: { name: string; access: KeyAccess; expiresInDays?: number; password?: string }) => void;
}

const EXPIRIES = ['30', '90', '365', 'never'] as const;
type Expiry = (typeof EXPIRIES)[number];

/** The defaults are the least access and an expiry. */
export function KeyForm({ pending, fault, onCreate }: KeyFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<KeyAccess>('read');
  const [expiry, setExpiry] = useState<Expiry>('90');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const code = fault === null ? null : faultFrom(fault).code;
  // Once the password was required, its field stays: the next response may be that it was wrong.
  if (code === 'REAUTHENTICATION_REQUIRED' && !asked) setAsked(true);
  return (
    <form
      className="ledger-form"
      onSubmit={(event) => {
        event.preventDefault();
        onCreate({
          name: name.trim(),
          access,
          ...(expiry !== 'never' && { expiresInDays: Number(expiry) }),
          ...(asked && { password }),
        });
      }}
    >
      <h2>{t('keys.createTitle')}</h2>
      <TextField
        name="name"
        label={t('keys.name')}
        placeholder={t('keys.namePlaceholder')}
        autoComplete="off"
        required
        // Spaces alone are not a name.
        pattern=".*\S.*"
        maxLength={KEY_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Choice
        label={t('keys.access')}
        value={access}
        options={(['read', 'full'] as const).map((value) => ({ value, label: t(`keys.accesses.${value}`) }))}
        onChange={setAccess}
      >
        <p className="ledger-hint">{t(`keys.accessHints.${access}`)}</p>
      </Choice>
      <Choice
        label={t('keys.expiry')}
        value={expiry}
        options={EXPIRIES.map((value) => ({
          value,
          label: value === 'never' ? t('keys.expiries.never') : t('keys.expiries.days', { count: Number(value) }),
        }))}
        onChange={setExpiry}
      />
      {asked && <Again password={password} onChange={setPassword} />}
      <FormFault words={words()} />
      <Button type="submit" loading={pending}>
        {t('keys.create')}
      </Button>
    </form>
  );

  function words(): string | null {
    if (code === null || code === 'REAUTHENTICATION_REQUIRED') return null;
    return code === 'INVALID_CREDENTIALS' ? t('keys.wrongPassword') : faultWords(fault, t);
  }
}

/** Asks for the password, or to sign in again with the provider. */
function Again({ password, onChange }: { password: string; onChange: (value: string) => void }) {
  const methods = useSignInMethods();
  if (methods === null) return null;
  const { passwords, provider } = methods;
  return (
    <>
      {passwords && <PasswordAgain value={password} onChange={onChange} />}
      {provider !== null && (
        <ProviderButton provider={provider} wish={{ to: '/account/keys', asksAgain: true }} isOnly={!passwords} />
      )}
    </>
  );
}

function PasswordAgain({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <PasswordField
      ref={field}
      name="password"
      label={t('keys.password')}
      description={t('keys.passwordHint')}
      autoComplete="current-password"
      value={value}
      onChange={onChange}
    />
  );
}
