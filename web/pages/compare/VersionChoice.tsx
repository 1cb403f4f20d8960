import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListedVersion } from '#shared/versions.ts';
import { formatSince } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';

interface VersionChoiceProps {
  versions: readonly ListedVersion[];
  from: ListedVersion;
  to: ListedVersion;
  onChange: (chosen: { from?: string; to?: string }) => void;
}

/** Chooses the two versions. */
export function VersionChoice({ versions, from, to, onChange }: VersionChoiceProps) {
  const { t } = useTranslation();
  const wordsOf = ({ number, createdAt, createdBy, current }: ListedVersion) =>
    [
      t('versions.number', { number }),
      ...(current ? [t('versions.current')] : []),
      t('versions.by', { name: createdBy.name, since: formatSince(createdAt) }),
    ].join('\u00A0· ');
  const select = (label: string, value: ListedVersion, choose: (id: string) => void) => (
    <label>
      <span>{label}</span>
      <select value={value.id} onChange={(event) => choose(event.currentTarget.value)}>
        {versions.map((version) => (
          <option key={version.id} value={version.id}>
            {wordsOf(version)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="version-choice">
      {select(t('compare.from'), from, (id) => onChange({ from: id }))}
      <Button
        variant="default"
        aria-label={t('compare.swap')}
        title={t('compare.swap')}
        onClick={() => onChange({ from: to.id, to: from.id })}
      >
        <IconArrowsExchange size={18} aria-hidden />
      </Button>
      {select(t('compare.to'), to, (id) => onChange({ to: id }))}
    </div>
  );
}
