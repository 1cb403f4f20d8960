import './links.css';
import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkRow } from './LinkRow.tsx';
import { useLinkTexts } from './link-texts.ts';
import { useLinks } from './use-links.ts';

/** The links by which people without an account see a deck, for those who may edit it. Each change takes effect at once. */
export function DeckLinks({ deck }: { deck: DeckDetail }) {
  const { t } = useTranslation();
  const texts = useLinkTexts();
  const titleId = useId();
  const links = useLinks(deck.id);
  return (
    <section className="links" aria-labelledby={titleId}>
      <div className="links-head">
        <h3 id={titleId}>{texts.title}</h3>
        <Button
          variant="default"
          icon={<IconLink size={16} aria-hidden />}
          loading={links.isBusy}
          onClick={() => links.create(texts.created)}
        >
          {texts.create}
        </Button>
      </div>
      {links.items.length === 0 && <p className="share-hint">{texts.lead}</p>}
      <ul className="link-list" aria-label={texts.list} aria-busy={links.isPending}>
        {links.items.map((link) => (
          <LinkRow key={link.id} deck={deck} link={link} links={links} />
        ))}
      </ul>
      {links.loadMore !== null && (
        <Button variant="default" onClick={links.loadMore}>
          {texts.loadMore}
        </Button>
      )}
      {links.items.length > 0 && (
        <p>
          <Link to="/decks/$deckId/visits" params={{ deckId: deck.id }} className="quiet-link">
            {texts.allVisits}
          </Link>
        </p>
      )}
      <p role="status" className="link-news">
        {links.news}
      </p>
      <p role="alert" className="share-fault">
        {links.fault !== null && faultWords(links.fault, t)}
      </p>
    </section>
  );
}
