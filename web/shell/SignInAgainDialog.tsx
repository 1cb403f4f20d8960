import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentUser, signInAgain, signOut } from '#web/lib/session.ts';
import { SignInForm } from '#web/pages/sign-in/SignInForm.tsx';

export function SignInAgainDialog() {
  const { t } = useTranslation();
  // The person is fixed: what waits behind this dialog is theirs, and must not be saved under another name.
  const email = currentUser()?.email ?? '';
  return (
    <Modal opened onClose={() => undefined} title={t('account.againTitle')} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} centered zIndex={500}>
      <p>{t('account.againLead')}</p>
      <SignInForm fixedEmail={email} onSubmit={signInAgain} />
      <button type="button" className="text-button" onClick={() => void signOut()}>
        {t('account.againSomebodyElse')}
      </button>
    </Modal>
  );
}
