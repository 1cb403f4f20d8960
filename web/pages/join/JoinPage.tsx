import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { takeSecretInAddress } from '#web/lib/page/secret-in-address.ts';
import { formatMoment } from '#web/lib/format.ts';
import { api } from '#web/lib/trpc.ts';
import { ProviderButton } from '#web/pages/sign-in/ProviderButton.tsx';
import { SignInLayout } from '#web/pages/sign-in/SignInLayout.tsx';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';

import { JoinForm } from './JoinForm.tsx';

export function JoinPage() {
  const { t } = useTranslation();
  const [token] = useState(takeSecretInAddress);
  useDocumentTitle(t('invited.page'));
  const toSignIn = (
    <p className="sign-in-hint">
      <Link to="/sign-in">{t('invited.haveAccount')}</Link>
    </p>
  );
  if (token === null) {
    return (
      <SignInLayout title={t('invited.noTokenTitle')} lead={t('invited.noTokenLead')}>
        {toSignIn}
      </SignInLayout>
    );
  }
  return <InvitedPage token={token} toSignIn={toSignIn} />;
}

function InvitedPage({ token, toSignIn }: { token: string; toSignIn: React.ReactNode }) {
  const { t } = useTranslation();
  const methods = useSignInMethods();
  const invite = useQuery({
    queryKey: ['invite', token],
    queryFn: () => api.invites.inspect.mutate({ token }),
    staleTime: Infinity,
  });

  if (invite.isPending || methods === null) return <SignInLayout title={t('invited.title')} lead={t('invited.checking')} />;
  if (invite.isError && faultFrom(invite.error).code === 'INVITE_REQUIRED') {
    return (
      <SignInLayout title={t('invited.badTitle')} lead={t('invited.badLead')}>
        <p className="sign-in-lead">{t('invited.badHint')}</p>
        {toSignIn}
      </SignInLayout>
    );
  }
  if (invite.isError) {
    return (
      <SignInLayout title={t('invited.unreachableTitle')} lead={faultWords(invite.error, t)}>
        <Button onClick={() => void invite.refetch()}>{t('account.tryAgain')}</Button>
      </SignInLayout>
    );
  }
  const { email, expiresAt, madeOnServer } = invite.data;
  const { provider } = methods;
  const passwords = methods.passwords || madeOnServer;
  return (
    <SignInLayout title={t('invited.title')} lead={t(invite.data.role === 'admin' ? 'invited.leadAdmin' : 'invited.lead')}>
      {passwords && <JoinForm token={token} boundEmail={email} expiresAt={expiresAt} />}
      {provider !== null && <ProviderButton provider={provider} wish={{ inviteToken: token }} isOnly={!passwords} />}
      {!passwords && <p className="sign-in-hint">{t('account.expires', { moment: formatMoment(expiresAt) })}</p>}
      {toSignIn}
    </SignInLayout>
  );
}
