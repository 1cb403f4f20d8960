import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ownPath } from '#shared/own-path.ts';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { ownSession, signIn, type SignInRequest } from '#web/lib/session.ts';
import { ProviderButton } from './ProviderButton.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useSignInMethods } from './use-sign-in-methods.ts';

/** Few people see it, so it is loaded with its texts when it is needed. */
const RefusedLine = lazyPart(async () => (await withLaterTexts(() => import('./RefusedLine.tsx'))).RefusedLine);

export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { to, refused } = useSearch({ from: '/sign-in' });
  const methods = useSignInMethods();
  useDocumentTitle(t('account.signIn'));

  const enter = async (request: SignInRequest) => {
    await signIn(request);
    // The server requires a second factor of this account, which it does not have.
    if (ownSession().withheld !== null) return navigate({ to: '/two-factor', search: { to }, replace: true });
    return navigate({ href: ownPath(to) ?? '/', replace: true });
  };

  if (methods === null) return <SignInLayout title={t('account.signInTitle')} />;
  const { passwords, provider, mail } = methods;
  const mayReset = passwords && mail;
  return (
    <SignInLayout title={t('account.signInTitle')}>
      {refused !== undefined && (
        <Suspense>
          <RefusedLine reason={refused} name={provider?.name} />
        </Suspense>
      )}
      {passwords && <SignInForm onSubmit={enter} />}
      {mayReset && (
        <p className="sign-in-hint">
          <Link to="/forgotten-password">{t('account.forgotten')}</Link>
        </p>
      )}
      {provider !== null && <ProviderButton provider={provider} wish={{ to }} isOnly={!passwords} />}
      <p className="sign-in-hint">{t(passwords && !mayReset ? 'account.signInHint' : 'account.signInHintProvider')}</p>
    </SignInLayout>
  );
}
