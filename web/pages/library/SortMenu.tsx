import { IconArrowsSort } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DECK_SORTS, type DeckSort } from '#shared/deck-lists.ts';

interface SortMenuProps {
  value: DeckSort;
  onChange: (sort: DeckSort) => void;
}

/** A native select, which works on every phone and with every screen reader. */
export function SortMenu({ value, onChange }: SortMenuProps) {
  const { t } = useTranslation();
  return (
    <label className="sort">
      <IconArrowsSort size={16} aria-hidden />
      <span className="visually-hidden">{t('library.sort')}</span>
      <select
        value={value}
        onChange={(event) => onChange(DECK_SORTS.find((sort) => sort === event.currentTarget.value) ?? DECK_SORTS[0])}
      >
        {DECK_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`library.sorts.${sort}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
