import { expect, test } from 'vitest';
import { choicesOf, readPrintSearch } from '#web/exports/print/print-choices.ts';
import { parseParameters, writeParameters } from '#web/lib/page/parameters.ts';
import { readAuditSearch } from '#web/pages/audit/audit-search.ts';
import { readCompareSearch } from '#web/pages/compare/compare-search.ts';
import { readDeckSearch } from '#web/pages/decks/deck-search.ts';
import { readLibrarySearch } from '#web/pages/library/library-search.ts';
import { readSearchFilters } from '#web/pages/search/search-filters.ts';
import { readSignInSearch } from '#web/pages/sign-in/sign-in-search.ts';
import { readTrashSearch } from '#web/pages/trash/trash-search.ts';

const PRINT = choicesOf({ perPage: 4, notes: 'none', paper: 'a4', drawings: true });

const ADDRESSES: [read: (parameters: Record<string, unknown>) => object, parameters: Record<string, unknown>][] = [
  [readLibrarySearch, { q: '"two words"', owner: 'me', sort: 'title', starred: true, person: '17' }],
  [readSearchFilters, { q: '1e3', owner: '17', collection: '18', days: 30, field: 'notes' }],
  [readDeckSearch, { version: '12345678901234567890', inner: 3 }],
  [readCompareSearch, { from: '17', to: '18', view: 'swipe' }],
  [readPrintSearch, { ...PRINT, versionId: '17', part: 2 }],
  [readSignInSearch, { to: '/search?q=%22a+b%22' }],
  [readTrashSearch, { owner: 'all' }],
  [readAuditSearch, { kind: 'session.started' }],
];

test.each(ADDRESSES)('an address means what the application wrote into it: %o %j', (read, parameters) => {
  expect(read(parameters)).toMatchObject(parameters);
  expect(read(parseParameters(writeParameters(parameters)))).toEqual(read(parameters));
});
