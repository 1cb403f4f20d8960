import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { Plain } from '#web/ui/Plain.tsx';

export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('shell.notFoundTitle'));
  return (
    <main className="house-content">
      <Plain title={t('shell.notFoundTitle')} action={<Link to="/">{t('shell.library')}</Link>}>
        <p>{t('shell.notFoundLead')}</p>
      </Plain>
    </main>
  );
}

export function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  useDocumentTitle(t('shell.failedTitle'));
  return (
    <main className="house-content">
      <Plain title={t('shell.failedTitle')} action={<Button onClick={() => void router.invalidate()}>{t('shell.tryAgain')}</Button>}>
        <p>{faultWords(error, t)}</p>
      </Plain>
    </main>
  );
}
