import '#web/pages/sign-in/account-form.css';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { requestPasswordReset } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { SignInLayout } from '#web/pages/sign-in/SignInLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** Where people ask for a link with which they set a new password. The server mails it. */
export function ForgottenPasswordPage() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const request = useSubmit({ mutationFn: () => requestPasswordReset({ email, language: currentLanguage() }) });
  useDocumentTitle(t('forgotten.title'));
  const back = (
    <p className="sign-in-hint">
      <Link to="/sign-in">{t('forgotten.back')}</Link>
    </p>
  );
  if (request.isSuccess) {
    return (
      <SignInLayout title={t('forgotten.sentTitle')} lead={t('forgotten.sentLead', { email: email.trim() })}>
        <p className="sign-in-lead">{t('forgotten.sentHint')}</p>
        {back}
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title={t('forgotten.title')} lead={t('forgotten.lead')}>
      <form
        className="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          request.mutate();
        }}
      >
        <TextField
          type="email"
          name="email"
          label={t('account.email')}
          autoComplete="username"
          required
          size="large"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <FormFault words={request.isError ? faultWords(request.error, t) : null} />
        <Button type="submit" size="large" loading={request.isPending}>
          {t('forgotten.send')}
        </Button>
      </form>
      {back}
    </SignInLayout>
  );
}
