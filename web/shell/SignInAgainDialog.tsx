import { useTranslation } from 'react-i18next';
import { ownUser, signInAgain, signOut } from '#web/lib/session.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProviderButton } from '#web/pages/sign-in/ProviderButton.tsx';
import { SignInForm } from '#web/pages/sign-in/SignInForm.tsx';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';

export function SignInAgainDialog() {
  const { t } = useTranslation();
  // The user is fixed, because the waiting requests are theirs and must not be sent as someone else.
  const email = ownUser().email;
  const methods = useSignInMethods();
  return (
    <Dialog title={t('account.againTitle')}>
      <p>{t('account.againLead')}</p>
      {methods?.passwords === true && <SignInForm fixedEmail={email} onSubmit={signInAgain} />}
      {/* Unsent changes are kept in this browser, and are sent when the person returns. */}
      {methods?.provider && <ProviderButton provider={methods.provider} wish={{ to: here() }} isOnly={!methods.passwords} />}
      <button type="button" className="text-button" onClick={() => void signOut()}>
        {t('account.againSomebodyElse')}
      </button>
    </Dialog>
  );
}

function here(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}
