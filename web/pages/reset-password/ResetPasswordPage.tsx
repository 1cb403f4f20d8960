import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { takeSecretInAddress } from '#web/lib/page/secret-in-address.ts';
import { api } from '#web/lib/trpc.ts';
import { SignInLayout } from '#web/pages/sign-in/SignInLayout.tsx';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';
import { Button } from '#web/ui/Button.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

/** Where the link leads that an admin has made for a person who has forgotten their password. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const [token] = useState(takeSecretInAddress);
  const [isDone, setDone] = useState(false);
  const methods = useSignInMethods();
  useDocumentTitle(t('reset.page'));
  const finish = () => {
    // Without passwords, the link has signed the person in.
    if (methods?.passwords === false) location.assign('/');
    else setDone(true);
  };
  if (isDone) {
    return (
      <SignInLayout title={t('reset.doneTitle')} lead={t('reset.doneLead')}>
        <p className="sign-in-hint">
          <Link to="/sign-in">{t('account.signIn')}</Link>
        </p>
      </SignInLayout>
    );
  }
  return token === null ? <BadLink /> : <LinkedPage token={token} onDone={finish} />;
}

function LinkedPage({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation();
  const link = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => api.passwordResets.inspect.mutate({ token }),
    staleTime: Infinity,
  });

  if (link.isPending) return <SignInLayout title={t('reset.title')} lead={t('reset.checking')} />;
  if (link.isError && faultFrom(link.error).code === 'RESET_LINK_INVALID') return <BadLink />;
  if (link.isError) {
    return (
      <SignInLayout title={t('reset.unreachable')} lead={faultWords(link.error, t)}>
        <Button onClick={() => void link.refetch()}>{t('account.tryAgain')}</Button>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title={t('reset.title')} lead={t('reset.lead')}>
      <ResetPasswordForm token={token} {...link.data} onDone={onDone} />
    </SignInLayout>
  );
}

function BadLink() {
  const { t } = useTranslation();
  return (
    <SignInLayout title={t('reset.badTitle')} lead={t('reset.badLead')}>
      <p className="sign-in-lead">{t('reset.badHint')}</p>
      <p className="sign-in-hint">
        <Link to="/sign-in">{t('account.signIn')}</Link>
      </p>
    </SignInLayout>
  );
}
