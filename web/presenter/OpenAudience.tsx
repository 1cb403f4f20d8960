import '#web/sharing/links/links.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Audience } from '#shared/audiences.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { ownUser } from '#web/lib/session.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { LinkCode } from '#web/sharing/links/LinkCode.tsx';
import { localTime } from '#web/sharing/links/local-time.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';

interface OpenAudienceProps {
  deck: DeckDetail;
  isPresenting: boolean;
}

/** Opens this user's talk to people without an account: by a link whose visitors wait for the talk and follow it. */
export function OpenAudience({ deck, isPresenting }: OpenAudienceProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const target = { id: deck.id };
  const audiences = useQuery(trpc.audiences.list.queryOptions(target));
  const read = () => queryClient.invalidateQueries(trpc.audiences.list.queryFilter(target));
  const own = audiences.data?.items.find(({ presenter }) => presenter.id === ownUser().id);
  const closing = useSubmit({
    mutationFn: (linkId: string) => api.audiences.close.mutate({ ...target, linkId }),
    onSettled: read,
  });
  const fault = audiences.error ?? closing.error;
  return (
    <section className="links" aria-labelledby={titleId} aria-busy={audiences.isPending}>
      <h3 id={titleId}>{t('presenter.visitors')}</h3>
      {audiences.isSuccess && own === undefined && <Choose deck={deck} onOpened={read} />}
      {own !== undefined && (
        <>
          <p role="status">{t(isPresenting ? 'presenter.visitorsOpen' : 'presenter.visitorsWait')}</p>
          <LinkCode url={own.shortUrl} name={t('presenter.visitorsName')} />
          <p className="audience-address">{own.shortUrl}</p>
          <div className="link-line">
            <CopyButton text={own.url} label={t('presenter.visitorsCopy')} copiedLabel={t('shell.copied')} />
            <Button variant="default" loading={closing.isPending} onClick={() => closing.mutate(own.linkId)}>
              {t('presenter.visitorsClose')}
            </Button>
          </div>
          {!isPresenting && <Begin deck={deck} audience={own} onSaved={read} />}
          <p className="share-hint">{t('presenter.visitorsEnds')}</p>
        </>
      )}
      <p role="alert" className="share-fault">
        {fault !== null && t('presenter.failed', { reason: faultWords(fault, t) })}
      </p>
    </section>
  );
}

/** Chooses one of the links of the deck, or a new one. */
function Choose({ deck: { id }, onOpened }: { deck: DeckDetail; onOpened: () => Promise<void> }) {
  const { t } = useTranslation();
  const selectId = useId();
  const [chosen, choose] = useState('');
  const links = useQuery(trpc.links.list.queryOptions({ id, limit: 50 }));
  const active = links.data?.items.filter(({ status }) => status === 'active') ?? [];
  const opening = useSubmit({
    mutationFn: async () => {
      const wish = { name: t('presenter.visitorsName'), showDrawings: true };
      const linkId = chosen === '' ? (await api.links.create.mutate({ id, ...wish })).id : chosen;
      await api.audiences.open.mutate({ id, linkId });
    },
    onSettled: () => Promise.all([onOpened(), queryClient.invalidateQueries(trpc.links.list.pathFilter())]),
  });
  return (
    <>
      <p className="share-hint">{t('presenter.visitorsLead')}</p>
      {active.length > 0 && (
        <div className="link-field">
          <label htmlFor={selectId}>{t('presenter.visitorsBy')}</label>
          <select id={selectId} value={chosen} onChange={({ currentTarget: { value } }) => choose(value)}>
            <option value="">{t('presenter.visitorsNew')}</option>
            {active.map(({ id: linkId, name, createdAt }) => (
              <option key={linkId} value={linkId}>
                {name ?? createdAt.slice(0, 'YYYY-MM-DD'.length)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="link-line">
        <Button loading={opening.isPending} onClick={() => opening.mutate()}>
          {t('presenter.visitorsStart')}
        </Button>
      </div>
      {opening.isError && <p role="alert">{t('presenter.failed', { reason: faultWords(opening.error, t) })}</p>}
    </>
  );
}

/** When the talk is to begin, for the waiting page of visitors. Saved when the field is left. */
function Begin({ deck: { id }, audience, onSaved }: { deck: DeckDetail; audience: Audience; onSaved: () => Promise<void> }) {
  const { t } = useTranslation();
  const fieldId = useId();
  const { linkId, beginsAt } = audience;
  const saving = useMutation({
    mutationFn: (time: string | null) => api.audiences.open.mutate({ id, linkId, beginsAt: time }),
    onSettled: onSaved,
  });
  const saved = beginsAt === null ? '' : localTime(new Date(beginsAt));
  return (
    <div className="link-field">
      <label htmlFor={fieldId}>{t('presenter.visitorsBegin')}</label>
      <input
        id={fieldId}
        type="datetime-local"
        // What was saved in another window replaces what is typed.
        key={beginsAt}
        defaultValue={saved}
        onBlur={({ currentTarget: { value, validity } }) => {
          if (validity.valid && value !== saved) saving.mutate(value === '' ? null : new Date(value).toISOString());
        }}
      />
      {saving.isError && <p role="alert">{t('presenter.failed', { reason: faultWords(saving.error, t) })}</p>}
    </div>
  );
}
