import './account-form.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_DIGITS, type SecondStepMethod } from '#shared/two-factor-rules.ts';
import type { SecondStep } from '#shared/two-factor.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { canUsePasskeys } from '#web/lib/passkeys.ts';
import type { SignInRequest } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { FormFault } from './FormFault.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

interface SecondStepFormProps {
  /** How the account can take the second step. */
  methods: readonly SecondStepMethod[];
  onSubmit: (request: SignInRequest) => Promise<void>;
  /** Goes back to the password. `fault` is why, if the user did not choose to. */
  onBack: (fault?: unknown) => void;
}

const WAY = {
  passkey: 'twoFactor.usePasskey',
  code: 'twoFactor.useApp',
  'recovery-code': 'twoFactor.useRecoveryCode',
} as const;

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ methods, onSubmit, onBack }: SecondStepFormProps) {
  const { t } = useTranslation();
  const usable = methods.filter((each) => each !== 'passkey' || canUsePasskeys());
  const [method, setMethod] = useState<SecondStepMethod>(usable[0] ?? 'recovery-code');
  return (
    <>
      {method === 'passkey' ? (
        <div className="account-form">
          <p>{t('twoFactor.passkeyLead')}</p>
          <PasskeyButton isMain onSubmit={onSubmit} />
        </div>
      ) : (
        // Another method is another form, whose field gets the focus.
        <CodeForm key={method} method={method} onSubmit={onSubmit} onBack={onBack} />
      )}
      <p className="account-ways">
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <button key={other} type="button" className="text-button" onClick={() => setMethod(other)}>
              {t(WAY[other])}
            </button>
          ))}
        <button type="button" className="text-button" onClick={() => onBack()}>
          {t('twoFactor.back')}
        </button>
      </p>
    </>
  );
}

interface CodeFormProps extends Pick<SecondStepFormProps, 'onSubmit' | 'onBack'> {
  method: SecondStep['method'];
}

function CodeForm({ method, onSubmit, onBack }: CodeFormProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [trustDevice, setTrust] = useState(false);
  const attempt = useSubmit({
    mutationFn: onSubmit,
    onError: (fault) => {
      setCode('');
      if (faultFrom(fault).code === 'SIGN_IN_EXPIRED') onBack(fault);
    },
  });
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
    </form>
  );
}

function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
