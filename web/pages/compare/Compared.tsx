import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedVersion } from '#shared/versions.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { COMPARE_VIEWS, type CompareView } from '#web/versions/comparison/compare-view.ts';
import { ComparisonList } from '#web/versions/comparison/ComparisonList.tsx';
import { useBlink } from '#web/versions/comparison/use-blink.ts';
import type { CompareSearch } from './compare-search.ts';
import { CompareBar } from './CompareBar.tsx';
import { goToChange, useCompareKeys } from './use-compare-keys.ts';
import { VersionChoice } from './VersionChoice.tsx';

interface ComparedProps {
  deckId: string;
  versions: readonly ListedVersion[];
  from: ListedVersion;
  to: ListedVersion;
  view: CompareView;
}

/** Two versions, the choice of others, and how they are shown. */
export function Compared({ deckId: id, versions, from, to, view }: ComparedProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = (changed: CompareSearch) =>
    void navigate({
      to: '/decks/$deckId/compare',
      params: { deckId: id },
      search: { from: from.id, to: to.id, view, ...changed },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <VersionChoice versions={versions} from={from} to={to} onChange={show} />
      {from.id === to.id ? (
        <p>{t('compare.one')}</p>
      ) : (
        <Differences deckId={id} from={from} to={to} view={view} setView={(next) => show({ view: next })} />
      )}
    </>
  );
}

interface DifferencesProps extends Omit<ComparedProps, 'versions'> {
  setView: (view: CompareView) => void;
}

function Differences({ deckId: id, from, to, view, setView }: DifferencesProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const blink = useBlink(view === 'blink');
  const comparison = useQuery(trpc.versions.compare.queryOptions({ id, from: from.id, to: to.id }));
  const [shownFrom, shownTo] = [useShownVersion(id, from), useShownVersion(id, to)];
  useCompareKeys({ list, view, setView, turn: blink.turn });

  const differing = comparison.data?.items.filter(({ kind }) => kind !== 'unchanged').length ?? 0;
  const hasPairs = comparison.data?.items.some(({ kind }) => kind === 'changed') === true;
  return (
    <>
      {comparison.isError && <p role="alert">{faultWords(comparison.error, t)}</p>}
      {comparison.isPending && <p role="status">{t('compare.working')}</p>}
      {comparison.data !== undefined && shownFrom !== null && shownTo !== null && (
        <div ref={list}>
          {differing > 0 && (
            <CompareBar
              count={differing}
              view={hasPairs ? view : null}
              blink={blink}
              views={COMPARE_VIEWS}
              onView={setView}
              onGo={(by) => goToChange(list.current, by)}
            />
          )}
          <ComparisonList
            comparison={comparison.data}
            versions={{ from: shownFrom, to: shownTo }}
            view={view}
            shown={blink.shown}
          />
        </div>
      )}
    </>
  );
}

/** What is needed to show slides of a version. Null until it has loaded. */
function useShownVersion(id: string, { id: versionId, number }: ListedVersion) {
  const version = useQuery(trpc.versions.get.queryOptions({ id, versionId }, { staleTime: Infinity }));
  const playback = useQuery(trpc.playback.open.queryOptions({ id, versionId }));
  if (version.data === undefined) return null;
  return { number, manifest: version.data.manifest, baseUrl: playback.data?.baseUrl ?? null };
}
