import '#web/ui/ledger.css';
import './audit.css';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AUDIT_KINDS } from '#shared/audit-kinds.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { readAuditSearch } from './audit-search.ts';
import { kindWords } from './audit-words.ts';
import { AuditList } from './AuditList.tsx';

export function AuditPage() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const { kind } = useSearch({ from: '/members/layout/admin/audit' });
  const navigate = useNavigate();
  useDocumentTitle(t('audit.title'));
  if (user.role !== 'admin') {
    return (
      <Plain title={t('audit.adminsOnlyTitle')}>
        <p>{t('audit.adminsOnlyLead')}</p>
      </Plain>
    );
  }
  return (
    <div className="ledger">
      <header>
        <h1>{t('audit.title')}</h1>
        <p>{t('audit.lead')}</p>
      </header>
      <label className="audit-filter">
        <span>{t('audit.filter')}</span>
        <select
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ to: '/admin/audit', search: readAuditSearch({ kind: value }), replace: true })
          }
        >
          <option value="">{t('audit.all')}</option>
          {AUDIT_KINDS.map((each) => (
            <option key={each} value={each}>
              {kindWords(each, t)}
            </option>
          ))}
        </select>
      </label>
      <AuditList kind={kind} />
    </div>
  );
}
