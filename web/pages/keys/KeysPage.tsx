import '#web/ui/ledger.css';
import './keys.css';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { KeyList } from './KeyList.tsx';
import { NewKey } from './NewKey.tsx';

export function KeysPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('keys.title'));
  return (
    <div className="ledger">
      <header>
        <h1>{t('keys.title')}</h1>
        <p>
          {t('keys.lead')} <a href="/api/docs">{t('keys.docs')}</a>
        </p>
      </header>
      <NewKey />
      <KeyList />
    </div>
  );
}
