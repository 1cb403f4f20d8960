import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';
import { SEARCH_FIELDS } from '#shared/search-fields.ts';
import { collectionsQuery } from '#web/collections/collections.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ownUser } from '#web/lib/session.ts';
import { SEARCH_DAYS, type SearchFilters } from './search-filters.ts';

interface FiltersProps {
  filters: SearchFilters;
  onChange: (part: SearchFilters) => void;
}

/** What there is to choose from. Comments cannot be searched yet. */
const FIELDS = SEARCH_FIELDS.filter((field) => field !== 'comment');

/** By whom, in which collection, since when and where something is found. A choice has an effect at once. */
export function Filters({ filters: { owner, collection, days, field }, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const people = useQuery(trpc.members.list.queryOptions({ limit: PAGE_SIZE_MAX }));
  const collections = useInfiniteQuery(collectionsQuery());
  const own = ownUser();
  const others = people.data?.items.filter(({ id }) => id !== own.id) ?? [];
  return (
    <div className="search-filters">
      <Choice
        label={t('search.owner')}
        any={t('search.anyone')}
        value={owner}
        options={[{ value: own.id, name: t('search.me') }, ...others.map(({ id, name }) => ({ value: id, name }))]}
        unknown={t('search.anotherPerson')}
        onChange={(value) => onChange({ owner: value })}
      />
      <Choice
        label={t('search.collection')}
        any={t('search.anyCollection')}
        value={collection}
        options={collections.data?.pages.flatMap(({ items }) => items.map(({ id, name }) => ({ value: id, name }))) ?? []}
        unknown={t('search.anotherCollection')}
        onChange={(value) => onChange({ collection: value })}
      />
      <Choice
        label={t('search.changed')}
        any={t('search.anyTime')}
        value={days?.toString()}
        options={SEARCH_DAYS.map((count) => ({ value: String(count), name: t('search.days', { count }) }))}
        onChange={(value) => onChange({ days: SEARCH_DAYS.find((each) => String(each) === value) })}
      />
      <Choice
        label={t('search.where')}
        any={t('search.anywhere')}
        value={field}
        options={FIELDS.map((each) => ({ value: each, name: t(`search.fields.${each}`) }))}
        onChange={(value) => onChange({ field: FIELDS.find((each) => each === value) })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** The name of having no filter. */
  any: string;
  value: string | undefined;
  options: readonly { readonly value: string; readonly name: string }[];
  /** The name of a value from the address that is none of the options. */
  unknown?: string;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, any, value, options, unknown, onChange }: ChoiceProps) {
  const isUnknown = value !== undefined && unknown !== undefined && !options.some((option) => option.value === value);
  return (
    <label>
      <span>{label}</span>
      <select
        value={value ?? ''}
        onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? undefined : chosen)}
      >
        <option value="">{any}</option>
        {isUnknown && <option value={value}>{unknown}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
