import './account-form.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_DIGITS, type SecondStepMethod } from '#shared/two-factor-rules.ts';
import type { SecondStep } from '#shared/two-factor.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { FormFault } from './FormFault.tsx';

interface SecondStepFormProps {
  /** How the account can take the second step. */
  methods: readonly SecondStepMethod[];
  onSubmit: (step: SecondStep) => Promise<void>;
  /** Goes back to the password. `fault` is why, if the user did not choose to. */
  onBack: (fault?: unknown) => void;
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ methods, onSubmit, onBack }: SecondStepFormProps) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<SecondStepMethod>(methods[0] ?? 'code');
  const [code, setCode] = useState('');
  const [trustDevice, setTrust] = useState(false);
  const attempt = useSubmit({
    mutationFn: onSubmit,
    onError: (fault) => {
      setCode('');
      if (faultFrom(fault).code === 'SIGN_IN_EXPIRED') onBack(fault);
    },
  });
  const other = methods.find((each) => each !== method);
  const isOfApp = method === 'code';
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate({ method, code, trustDevice });
      }}
    >
      <TextField
        // Another method is another field, which gets the focus.
        key={method}
        name="code"
        label={t(isOfApp ? 'twoFactor.code' : 'twoFactor.recoveryCode')}
        description={t(isOfApp ? 'twoFactor.codeHint' : 'twoFactor.recoveryCodeHint')}
        autoComplete={isOfApp ? 'one-time-code' : 'off'}
        inputMode={isOfApp ? 'numeric' : 'text'}
        // Spaces are allowed, as apps show them.
        maxLength={isOfApp ? CODE_DIGITS + 2 : 32}
        spellCheck={false}
        autoCapitalize="characters"
        required
        size="large"
        ref={focusAtOnce}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <label className="account-check">
        <input type="checkbox" checked={trustDevice} onChange={(event) => setTrust(event.currentTarget.checked)} />
        <span>{t('twoFactor.trust')}</span>
      </label>
      <FormFault words={attempt.isError ? faultWords(attempt.error, t) : null} />
      <Button type="submit" size="large" loading={attempt.isPending}>
        {t('account.signIn')}
      </Button>
      <p className="account-ways">
        {other !== undefined && (
          <button
            type="button"
            className="text-button"
            onClick={() => {
              setCode('');
              attempt.reset();
              setMethod(other);
            }}
          >
            {t(other === 'code' ? 'twoFactor.useApp' : 'twoFactor.useRecoveryCode')}
          </button>
        )}
        <button type="button" className="text-button" onClick={() => onBack()}>
          {t('twoFactor.back')}
        </button>
      </p>
    </form>
  );
}

function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
