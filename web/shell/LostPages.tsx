import './app-layout.css';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { forgetFailedParts } from '#web/lib/page/lazy-part.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { OutdatedBuild } from '#web/lib/when-connected.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { Plain } from '#web/ui/Plain.tsx';

export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('shell.notFoundTitle'));
  return (
    <Bare>
      <Plain title={t('shell.notFoundTitle')} action={<Link to="/">{t('shell.library')}</Link>}>
        <p>{t('shell.notFoundLead')}</p>
      </Plain>
    </Bare>
  );
}

export function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  const isOutdated = error instanceof OutdatedBuild;
  useDocumentTitle(isOutdated ? undefined : t('shell.failedTitle'));
  useEffect(forgetFailedParts, []);
  useEffect(() => {
    if (isOutdated) location.reload();
  }, [isOutdated]);
  if (isOutdated) return null;
  return (
    <Bare>
      <Plain
        title={t('shell.failedTitle')}
        action={<Button onClick={() => void router.invalidate()}>{t('shell.tryAgain')}</Button>}
      >
        <p>{faultWords(error, t)}</p>
      </Plain>
    </Bare>
  );
}

/** The page layout without navigation, because the user may not be signed in. */
function Bare({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="app-layout">
      <header className="app-header">
        <Link to="/" className="app-name">
          <Mark size={22} />
          {t('shell.name')}
        </Link>
      </header>
      <main className="app-content">{children}</main>
    </div>
  );
}
