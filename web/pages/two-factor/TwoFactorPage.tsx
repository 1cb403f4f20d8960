import '#web/pages/sign-in/account-form.css';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { ownPath } from '#shared/own-path.ts';
import { canUsePasskeys } from '#web/lib/passkeys.ts';
import { ownSession, refreshSession, signOut } from '#web/lib/session.ts';
import { SignInLayout } from '#web/pages/sign-in/SignInLayout.tsx';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { SetUpApp } from './SetUpApp.tsx';

/** Sets up a second factor, which the server requires of this account. */
export function TwoFactorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { to } = useSearch({ from: '/two-factor' });
  const { withheld } = ownSession();
  const [begun, setBegun] = useState<'app' | 'passkey' | null>(null);
  const mayUsePasskeys = useSignInMethods()?.passwords === true && canUsePasskeys();
  useDocumentTitle(t('twoFactor.title'));

  const goOn = async () => {
    await refreshSession();
    await navigate({ href: ownPath(to) ?? '/', replace: true });
  };

  if (withheld === null) {
    return (
      <SignInLayout title={t('twoFactor.title')} lead={t('twoFactor.alreadyOn')}>
        <p className="sign-in-hint">
          <Link to="/account">{t('shell.account')}</Link>
        </p>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout
      title={t('twoFactor.requiredTitle')}
      lead={t(withheld === 'everything' ? 'twoFactor.requiredOfAll' : 'twoFactor.requiredOfAdmins')}
    >
      {begun !== 'passkey' && (
        <SetUpApp heading="h2" doneLabel={t('twoFactor.goOn')} onBegun={() => setBegun('app')} onDone={() => void goOn()} />
      )}
      {begun === null && mayUsePasskeys && <p className="sign-in-lead">{t('passkeys.instead')}</p>}
      {begun !== 'app' && mayUsePasskeys && (
        <AddPasskey heading="h2" doneLabel={t('twoFactor.goOn')} onAdded={() => setBegun('passkey')} onDone={() => void goOn()} />
      )}
      <p className="account-ways">
        {withheld === 'admin rights' && <Link to="/">{t('twoFactor.notNow')}</Link>}
        <button type="button" className="text-button" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </button>
      </p>
    </SignInLayout>
  );
}
