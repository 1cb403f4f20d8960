import './search.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SEARCH_QUERY_MAX } from '#shared/limits.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { SearchField } from '#web/pages/library/SearchField.tsx';
import { Filters } from './Filters.tsx';
import { Hits } from './Hits.tsx';
import { readSearchFilters, type SearchFilters } from './search-filters.ts';

/** Everything that a search finds in the decks that the user may see, page by page, with filters. */
export function SearchPage() {
  const { t } = useTranslation();
  const filters = useSearch({ from: '/members/layout/search' });
  const { q, ...others } = filters;
  const navigate = useNavigate({ from: '/search' });
  const change = (part: SearchFilters) =>
    void navigate({ search: readSearchFilters({ ...filters, ...part }), replace: true, resetScroll: false });
  useDocumentTitle(q === undefined ? t('shell.search') : t('search.titleOf', { text: q }));
  return (
    <div className="search-page">
      <h1>{t('shell.search')}</h1>
      <div className="search-box">
        <SearchField
          label={t('search.field')}
          value={q ?? ''}
          maxLength={SEARCH_QUERY_MAX}
          onChange={(text) => change({ q: text })}
        />
      </div>
      <Filters filters={others} onChange={change} />
      {q === undefined ? <p className="search-state">{t('search.lead')}</p> : <Hits q={q} {...others} />}
    </div>
  );
}
