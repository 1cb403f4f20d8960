import './slide-copies.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SlideCopy } from '#shared/slide-copies.ts';
import { type FoundPlace, slideAddress, slideNumbers } from '#web/decks/slide-address.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface SlideCopiesDialogProps {
  deckId: string;
  place: FoundPlace;
  onClose: () => void;
}

/** The other decks with the same slide that the user may see, and those in which it has been changed since. */
export function SlideCopiesDialog({ deckId, place: { slideIndex, inner }, onClose }: SlideCopiesDialogProps) {
  const { t } = useTranslation();
  const place = { id: deckId, slideIndex, ...(inner !== null && { inner }) };
  const copies = useQuery({ ...trpc.slideCopies.list.queryOptions(place), staleTime: 0 });
  return (
    <Dialog title={t('copies.title')} closeLabel={t('shell.close')} onClose={onClose}>
      {copies.isPending ? (
        <p role="status">{t('shell.loading')}</p>
      ) : copies.data === undefined ? (
        <div role="alert" className="slide-copies">
          <p>{faultWords(copies.error, t)}</p>
          <Button onClick={() => void copies.refetch()}>{t('shell.tryAgain')}</Button>
        </div>
      ) : (
        <Copies items={copies.data.items} />
      )}
    </Dialog>
  );
}

function Copies({ items }: { items: readonly SlideCopy[] }) {
  const { t } = useTranslation();
  const kinds = [
    { name: 'newer', found: items.filter(({ isNewer }) => isNewer) },
    { name: 'same', found: items.filter(({ isNewer }) => !isNewer) },
  ] as const;
  return (
    <div className="slide-copies">
      <p role="status" className={items.length > 0 ? 'visually-hidden' : undefined}>
        {items.length > 0 ? t('copies.count', { count: items.length }) : t('copies.none')}
      </p>
      {kinds
        .filter(({ found }) => found.length > 0)
        .map(({ name, found }) => (
          <section key={name} aria-label={t(`copies.${name}`)}>
            <h3>{t(`copies.${name}`)}</h3>
            <ul>
              {found.map((copy) => (
                <li key={copy.deck.id}>
                  <Copy copy={copy} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function Copy({ copy }: { copy: SlideCopy }) {
  const { t } = useTranslation();
  const { deck, thumbnailUrl } = copy;
  const { number, inner } = slideNumbers(deck, copy);
  return (
    <Link {...slideAddress(deck, copy)} className="slide-copy">
      <span className="slide-copy-picture" aria-hidden="true">
        {thumbnailUrl !== null && (
          <img src={thumbnailUrl} alt="" loading="lazy" onError={({ currentTarget }) => (currentTarget.hidden = true)} />
        )}
      </span>
      <span className="slide-copy-words">
        <bdi>{deck.title}</bdi>
        <span className="slide-copy-facts">
          <span>{inner === null ? t('palette.slide', { number }) : t('palette.slideInside', { number, inner })}</span>
          <bdi>{deck.owner.name}</bdi>
          <time dateTime={deck.updatedAt}>{formatMoment(deck.updatedAt)}</time>
        </span>
      </span>
    </Link>
  );
}
