import './account.css';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { Appearance } from './Appearance.tsx';
import { NameForm } from './NameForm.tsx';
import { OwnData } from './OwnData.tsx';
import { TwoFactorSection } from '#web/pages/two-factor/TwoFactorSection.tsx';
import { SessionList } from './SessionList.tsx';
import { SignInWays } from './SignInWays.tsx';

/** The user's own settings: name, appearance, password, sessions, API keys and data. */
export function AccountPage() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  useDocumentTitle(t('shell.account'));
  return (
    <div className="account">
      <header>
        <h1>{t('shell.account')}</h1>
        <p>{user.email}</p>
      </header>
      <section aria-labelledby="account-name">
        <h2 id="account-name">{t('profile.nameTitle')}</h2>
        <NameForm key={user.name} name={user.name} />
      </section>
      <section aria-labelledby="account-look">
        <h2 id="account-look">{t('profile.lookTitle')}</h2>
        <Appearance />
      </section>
      <SignInWays email={user.email} />
      <section aria-labelledby="account-two-factor">
        <h2 id="account-two-factor">{t('twoFactor.title')}</h2>
        <TwoFactorSection />
      </section>
      <section aria-labelledby="account-sessions">
        <h2 id="account-sessions">{t('profile.sessionsTitle')}</h2>
        <SessionList />
      </section>
      <section aria-labelledby="account-keys">
        <h2 id="account-keys">{t('profile.keysTitle')}</h2>
        <p>
          {t('profile.keysLead')} <Link to="/account/keys">{t('profile.toKeys')}</Link>
        </p>
      </section>
      <section aria-labelledby="account-data">
        <h2 id="account-data">{t('profile.dataTitle')}</h2>
        <OwnData />
      </section>
    </div>
  );
}
