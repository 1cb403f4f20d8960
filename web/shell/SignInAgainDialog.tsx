import { useTranslation } from 'react-i18next';
import { ownUser, signInAgain, signOut } from '#web/lib/session.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SignInForm } from '#web/pages/sign-in/SignInForm.tsx';

export function SignInAgainDialog() {
  const { t } = useTranslation();
  // The user is fixed, because the waiting requests are theirs and must not be sent as someone else.
  const email = ownUser().email;
  return (
    <Dialog title={t('account.againTitle')}>
      <p>{t('account.againLead')}</p>
      <SignInForm fixedEmail={email} onSubmit={signInAgain} />
      <button type="button" className="text-button" onClick={() => void signOut()}>
        {t('account.againSomebodyElse')}
      </button>
    </Dialog>
  );
}
