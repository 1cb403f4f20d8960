import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { PasswordField } from '#web/pages/sign-in/PasswordField.tsx';
import { ProviderButton } from '#web/pages/sign-in/ProviderButton.tsx';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';
import { Button, type ButtonProps } from '#web/ui/Button.tsx';

interface ConfirmFormProps {
  label: string;
  variant?: ButtonProps['variant'];
  pending: boolean;
  /** The error of the last attempt; null for none. */
  fault: unknown;
  /** Said while there is no error to tell. */
  hint?: string | null;
  onSubmit: (confirmation: { password?: string }) => void;
}

/** A button for a change that asks for the password if the sign-in is older than an hour. */
export function ConfirmForm({ label, variant = 'default', pending, fault, hint = null, onSubmit }: ConfirmFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const code = fault === null ? null : faultFrom(fault).code;
  // Once the password was required, its field stays: the next response may be that it was wrong.
  if (code === 'REAUTHENTICATION_REQUIRED' && !asked) setAsked(true);
  return (
    <form
      className="two-factor-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(asked ? { password } : {});
      }}
    >
      {asked && <Again password={password} onChange={setPassword} />}
      <FormFault words={words() ?? hint} />
      <Button type="submit" variant={variant} loading={pending}>
        {label}
      </Button>
    </form>
  );

  function words(): string | null {
    if (code === null || code === 'REAUTHENTICATION_REQUIRED') return null;
    return code === 'INVALID_CREDENTIALS' ? t('twoFactor.wrongPassword') : faultWords(fault, t);
  }
}

/** Asks for the password, or to sign in again with the provider. */
function Again({ password, onChange }: { password: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const methods = useSignInMethods();
  if (methods === null) return null;
  const { passwords, provider } = methods;
  return (
    <>
      {passwords && (
        <PasswordField
          ref={focusAtOnce}
          name="password"
          label={t('twoFactor.password')}
          description={t('twoFactor.passwordHint')}
          autoComplete="current-password"
          value={password}
          onChange={onChange}
        />
      )}
      {provider !== null && (
        <ProviderButton provider={provider} wish={{ to: location.pathname, asksAgain: true }} isOnly={!passwords} />
      )}
    </>
  );
}

function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
