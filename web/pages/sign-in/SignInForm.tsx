import './account-form.css';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SECOND_STEP_METHODS, type SecondStepMethod } from '#shared/two-factor-rules.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import type { SignInRequest } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { FormFault } from './FormFault.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Most accounts need no second step, so it is loaded when one does. */
const SecondStepForm = lazyPart(async () => (await withLaterTexts(() => import('./SecondStepForm.tsx'))).SecondStepForm);

interface SignInFormProps {
  fixedEmail?: string;
  onSubmit: (request: SignInRequest) => Promise<void>;
}

/** Asks for email and password or for a passkey, and then for the second step if the account needs one. */
export function SignInForm({ fixedEmail, onSubmit }: SignInFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState(fixedEmail ?? '');
  const [password, setPassword] = useState('');
  const [methods, setMethods] = useState<readonly SecondStepMethod[] | null>(null);
  /** Why the second step led back to the password. */
  const [ended, setEnded] = useState<unknown>(null);
  const attempt = useSubmit({
    mutationFn: onSubmit,
    onMutate: () => setEnded(null),
    onError: (thrown) => setMethods(methodsIn(thrown)),
  });
  if (methods !== null) {
    const back = (fault: unknown = null) => {
      setMethods(null);
      setPassword('');
      setEnded(fault);
      attempt.reset();
    };
    return (
      <Suspense fallback={<p className="sign-in-lead">{t('shell.loading')}</p>}>
        <SecondStepForm methods={methods} onSubmit={onSubmit} onBack={back} />
      </Suspense>
    );
  }
  const fault = attempt.isError ? attempt.error : ended;
  return (
    <>
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
        <FormFault words={fault === null ? null : faultWords(fault, t)} />
        <Button type="submit" size="large" loading={attempt.isPending}>
          {t('account.signIn')}
        </Button>
      </form>
      <PasskeyButton onSubmit={onSubmit} />
    </>
  );
}

/** The methods of the second step that the server asks for; null if it does not ask for one. */
function methodsIn(thrown: unknown): readonly SecondStepMethod[] | null {
  const { code, details } = faultFrom(thrown);
  if (code !== 'TWO_FACTOR_REQUIRED') return null;
  const methods: unknown = details['methods'];
  return Array.isArray(methods) ? SECOND_STEP_METHODS.filter((each) => methods.includes(each)) : [];
}
