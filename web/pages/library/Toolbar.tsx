import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DECK_SORTS } from '#shared/deck-lists.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { AddDeckButton } from '#web/uploads/AddDeckButton.tsx';
import { readLibrarySearch, type LibrarySearch } from './library-search.ts';
import { SearchField } from './SearchField.tsx';
import { SortMenu } from './SortMenu.tsx';

export function Toolbar({ search }: { search: LibrarySearch }) {
  const { t } = useTranslation();
  const navigate = useNavigate({ from: '/' });
  const change = (part: { [Key in keyof LibrarySearch]: LibrarySearch[Key] | undefined }) =>
    void navigate({ search: readLibrarySearch({ ...search, ...part }), replace: true, resetScroll: false });

  return (
    <div className="toolbar">
      <SearchField value={search.q ?? ''} onChange={(q) => change({ q })} />
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
      <AddDeckButton className="toolbar-add" icon={<IconPlus size={16} aria-hidden />}>
        {t('library.add')}
      </AddDeckButton>
    </div>
  );
}
