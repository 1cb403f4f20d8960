import './app-layout.css';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { forgetFailedParts } from '#web/lib/page/lazy-part.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { OutdatedBuild, reloadWhenAnswered } from '#web/lib/when-connected.ts';
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
  const [isReloading, setIsReloading] = useState(false);
  const isOutdated = error instanceof OutdatedBuild;
  useDocumentTitle(isOutdated ? undefined : t('shell.failedTitle'));
  useEffect(forgetFailedParts, []);
  useEffect(() => {
    if (isOutdated) location.reload();
  }, [isOutdated]);
  if (isOutdated) return null;
  const tryAgain = (): void => {
    setIsReloading(true);
    void reloadWhenAnswered();
  };
  return (
    <Bare>
      <Plain
        title={t('shell.failedTitle')}
        action={
          <Button loading={isReloading} onClick={tryAgain}>
            {t('shell.tryAgain')}
          </Button>
        }
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
