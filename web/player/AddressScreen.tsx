import '#web/talks/address-screen.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { qrCode, QUIET_ZONE } from '#web/lib/qr-code.ts';
import { ownUser } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';
import { typedAddress } from '#web/lib/typed-address.ts';
import type { Talks } from '#web/talks/use-talks.ts';
import { audienceLink } from '#web/talks/window/follow-memory.ts';

/**
 * Covers the slide with the address at which others follow the talk: the short one if the talk is open to visitors, otherwise the link for
 * people who may read the deck. A click or any player key removes it.
 */
export function AddressScreen({ deck, talks }: { deck: DeckDetail; talks: Talks }) {
  const { t } = useTranslation();
  const address = useAddress(deck, talks);
  return (
    <section className="address-screen" aria-label={t('keyList.address')}>
      <button type="button" className="address-cover" onClick={() => talks.setBlank(null)}>
        <span className="visually-hidden">{t('talkAddress.shown')}</span>
      </button>
      <p className="address-title" dir="auto">
        {deck.title}
      </p>
      {address !== null && (
        <>
          <Code url={address.url} />
          <p>{t(address.isOpen ? 'talkAddress.lead' : 'talkAddress.members')}</p>
          <p className="address-text" data-long={!address.isOpen}>
            {typedAddress(address.url)}
          </p>
        </>
      )}
    </section>
  );
}

/** Null while it is being read. */
function useAddress({ id, permissions }: DeckDetail, { mine, followed }: Talks): { url: string; isOpen: boolean } | null {
  const talk = mine ?? followed;
  const presenterId = talk?.presenter.id ?? ownUser().id;
  // The server tells everyone the address of a talk that shows it.
  const isTold = talk?.blank === 'address';
  const asks = !isTold && permissions.share;
  // Read anew each time, so that no earlier address is shown.
  const audiences = useQuery({ ...trpc.audiences.list.queryOptions({ id }), enabled: asks, gcTime: 0 });
  if (asks && audiences.isPending) return null;
  const open = audiences.data?.items.find(({ presenter }) => presenter.id === presenterId)?.shortUrl ?? null;
  const short = isTold ? talk.address : open;
  return short === null ? { url: audienceLink(id, presenterId), isOpen: false } : { url: short, isOpen: true };
}

function Code({ url }: { url: string }) {
  const { t } = useTranslation();
  const { size, path } = qrCode(url);
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={t('talkAddress.code')}
      className="address-code"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
