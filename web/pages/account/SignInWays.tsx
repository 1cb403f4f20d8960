import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';
import { PasswordForm } from './PasswordForm.tsx';

/** How the user signs in, and the form for a new password if they have one. */
export function SignInWays({ email }: { email: string }) {
  const { t } = useTranslation();
  const methods = useSignInMethods();
  const { data: own } = useQuery(trpc.methods.listOwn.queryOptions());
  if (methods === null || own === undefined) return null;
  const { passwords, provider } = methods;
  const hasPassword = passwords && own.password;
  return (
    <>
      {(provider !== null || own.identities.length > 0) && (
        <section aria-labelledby="account-ways">
          <h2 id="account-ways">{t('profile.methodsTitle')}</h2>
          <ul className="account-ways">
            {hasPassword && <li>{t('profile.methodPassword')}</li>}
            {own.identities.map(({ issuer, linkedAt }) => (
              <li key={issuer}>{wayWords(issuer, formatDate(linkedAt))}</li>
            ))}
            {passwords && !own.password && <li className="account-hint">{t('profile.methodNoPassword')}</li>}
          </ul>
        </section>
      )}
      {hasPassword && (
        <section aria-labelledby="account-password">
          <h2 id="account-password">{t('profile.passwordTitle')}</h2>
          <PasswordForm email={email} />
        </section>
      )}
    </>
  );

  function wayWords(issuer: string, date: string): string {
    return provider === null
      ? t('profile.methodElsewhere', { issuer, date })
      : t('profile.methodProvider', { name: provider.name, date });
  }
}
