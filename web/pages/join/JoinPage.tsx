import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { takeSecretInAddress } from '#web/lib/page/secret-in-address.ts';
import { api } from '#web/lib/trpc.ts';
import { SignInLayout } from '#web/pages/sign-in/SignInLayout.tsx';

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
  const invite = useQuery({
    queryKey: ['invite', token],
    queryFn: () => api.invites.inspect.mutate({ token }),
    staleTime: Infinity,
  });

  if (invite.isPending) return <SignInLayout title={t('invited.title')} lead={t('invited.checking')} />;
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
  return (
    <SignInLayout title={t('invited.title')} lead={t(invite.data.role === 'admin' ? 'invited.leadAdmin' : 'invited.lead')}>
      <JoinForm token={token} boundEmail={invite.data.email} expiresAt={invite.data.expiresAt} />
      {toSignIn}
    </SignInLayout>
  );
}
