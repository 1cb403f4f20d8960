import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { ownPath } from '#web/lib/own-path.ts';
import { type Credentials, signIn } from '#web/lib/session.ts';
import { SignInLayout } from './SignInLayout.tsx';
import { SignInForm } from './SignInForm.tsx';

export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { to } = useSearch({ from: '/sign-in' });
  useDocumentTitle(t('account.signIn'));

  const enter = async (credentials: Credentials) => {
    await signIn(credentials);
    await navigate({ href: ownPath(to) ?? '/', replace: true });
  };

  return (
    <SignInLayout title={t('account.signInTitle')}>
      <SignInForm onSubmit={enter} />
      <p className="sign-in-hint">{t('account.signInHint')}</p>
    </SignInLayout>
  );
}
