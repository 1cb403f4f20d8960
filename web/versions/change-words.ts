import type { TFunction } from 'i18next';
import type { ChangeSummary } from '#shared/versions.ts';
import { formatList } from '#web/lib/format.ts';

const KINDS = ['changed', 'added', 'removed', 'moved'] as const;

/** What a version has changed: "Slides 3, 7 and 12 changed; slide 4 added." */
export function changeWords(changes: ChangeSummary, t: TFunction): string {
  const parts = KINDS.filter((kind) => changes[kind].count > 0).map((kind) => {
    const { count, numbers } = changes[kind];
    const others = count - numbers.length;
    const list = formatList([...numbers.map(String), ...(others > 0 ? [t('versions.changes.others', { count: others })] : [])]);
    return t(`versions.changes.${kind}`, { count, list });
  });
  const words = parts.length === 0 ? t('versions.changes.none') : `${parts.join('; ')}.`;
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
