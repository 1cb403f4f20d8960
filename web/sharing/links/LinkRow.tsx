import { IconChevronDown, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Link } from '#shared/links.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { LinkSettings } from './LinkSettings.tsx';
import { fill, type LinkTexts, useLinkTexts } from './link-texts.ts';
import type { Links } from './use-links.ts';

const LinkCode = lazyPart(async () => (await whenConnected(() => import('./LinkCode.tsx'))).LinkCode);

interface LinkRowProps {
  deck: DeckDetail;
  link: Link;
  links: Links;
}

/** One link: what it is, how to pass it on, and its settings. */
export function LinkRow({ deck, link, links }: LinkRowProps) {
  const texts = useLinkTexts();
  const settingsId = useId();
  const [isOpen, setOpen] = useState(false);
  const [showsCode, setShowsCode] = useState(false);
  const versions = useQuery({ ...trpc.versions.list.queryOptions({ id: deck.id }), enabled: isOpen || link.versionId !== null });
  const pinned = versions.data?.items.find(({ id }) => id === link.versionId);
  const name = link.name ?? texts.unnamed;
  const facts = factsOf(link, texts, pinned?.number);
  return (
    <li className="link-row">
      <div className="link-title">
        <strong dir="auto">{name}</strong>
        <span className="link-status" data-status={link.status}>
          {texts.status[link.status]}
        </span>
      </div>
      {facts.length > 0 && (
        <p className="facts share-hint">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
      <div className="link-acts">
        <CopyButton text={link.url} label={texts.copy} copiedLabel={texts.copied} />
        <Button
          variant="default"
          icon={<IconQrcode size={16} aria-hidden />}
          aria-expanded={showsCode}
          onClick={() => setShowsCode(!showsCode)}
        >
          {texts.qr}
        </Button>
        <Button
          variant="default"
          icon={<IconChevronDown size={16} aria-hidden />}
          aria-label={fill(texts.settings, { name })}
          aria-expanded={isOpen}
          aria-controls={settingsId}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.show}
        </Button>
      </div>
      {showsCode && (
        <Suspense>
          <LinkCode url={link.url} name={name} />
        </Suspense>
      )}
      <div id={settingsId}>
        {isOpen && <LinkSettings deck={deck} link={link} links={links} versions={versions.data?.items ?? []} />}
      </div>
    </li>
  );
}

function factsOf(link: Link, texts: LinkTexts, version: number | undefined): string[] {
  const { expiresAt, hasPassword, visitCount, lastVisitAt } = link;
  const visits = visitCount === 1 ? texts.visit : texts.visits;
  return [
    ...(expiresAt === null ? [] : [fill(texts.expires, { time: formatMoment(expiresAt) })]),
    ...(hasPassword ? [texts.hasPassword] : []),
    ...(version === undefined ? [] : [fill(texts.pinned, { number: version })]),
    ...(lastVisitAt === null ? [] : [fill(visits, { count: visitCount, time: formatSince(lastVisitAt) })]),
  ];
}
