import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInMethods } from '#shared/sign-in-methods.ts';
import { whenInputRests } from '#web/lib/page/input-rest.ts';
import { ownUser, signInAgain, signOut } from '#web/lib/session.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProviderButton } from '#web/pages/sign-in/ProviderButton.tsx';
import { SignInForm } from '#web/pages/sign-in/SignInForm.tsx';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';

/**
 * Opens once it is known how people sign in: a dialog takes the focus, and without its fields that would go to the button that
 * signs out.
 */
export function SignInAgainDialog() {
  const methods = useSignInMethods();
  return methods !== null && <InPause methods={methods} />;
}

/** Opens the dialog as soon as the user pauses, because it takes the focus. */
function InPause({ methods }: { methods: SignInMethods }) {
  const [pauses, setPauses] = useState(false);
  useEffect(() => whenInputRests(() => setPauses(true)), []);
  return pauses && <WaysToSignIn methods={methods} />;
}

function WaysToSignIn({ methods: { passwords, provider } }: { methods: SignInMethods }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('account.againTitle')}>
      <p>{t('account.againLead')}</p>
      {/* The user is fixed, because the waiting requests are theirs and must not be sent as someone else. */}
      {passwords && <SignInForm fixedEmail={ownUser().email} onSubmit={signInAgain} />}
      {/* Unsent changes are kept in this browser, and are sent when the person returns. */}
      {provider && <ProviderButton provider={provider} wish={{ to: here() }} isOnly={!passwords} />}
      <p className="sign-in-again-other">
        <button type="button" className="text-button" onClick={() => void signOut()}>
          {t('account.againSomebodyElse')}
        </button>
      </p>
    </Dialog>
  );
}

function here(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}
