import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DECK_SORTS } from '#shared/deck-lists.ts';
import { DECK_QUERY_MAX } from '#shared/limits.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { AddDeckButton } from '#web/uploads/AddDeckButton.tsx';
import type { LibrarySearch } from './library-search.ts';
import { SearchField } from './SearchField.tsx';
import { SortMenu } from './SortMenu.tsx';

interface ToolbarProps {
  search: LibrarySearch;
  /** Whether decks can be added here. */
  adds?: boolean;
  /** Called with the changed part of the search. */
  onChange: (part: LibrarySearch) => void;
}

export function Toolbar({ search, adds = false, onChange: change }: ToolbarProps) {
  const { t } = useTranslation();

  return (
    <div className="toolbar">
      <SearchField
        label={t('library.search')}
        value={search.q ?? ''}
        maxLength={DECK_QUERY_MAX}
        onChange={(q) => change({ q })}
      />
      <Segments
        label={t('library.whose')}
        value={search.owner ?? 'all'}
        options={[
          { value: 'all', label: t('library.all') },
          { value: 'me', label: t('library.mine') },
          { value: 'team', label: t('library.team') },
          { value: 'shared', label: t('library.shared') },
        ]}
        onChange={(owner) => change({ owner: owner === 'all' ? undefined : owner })}
      />
      <SortMenu value={search.sort ?? DECK_SORTS[0]} onChange={(sort) => change({ sort })} />
      {adds && (
        <AddDeckButton className="toolbar-add" icon={<IconPlus size={16} aria-hidden />}>
          {t('library.add')}
        </AddDeckButton>
      )}
    </div>
  );
}
