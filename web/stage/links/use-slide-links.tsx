import { type ReactNode, type RefObject, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { isKnownHost, rememberHost } from './known-hosts.ts';
import { LinkGate } from './link-gate.ts';
import { linkTarget, type LinkTarget, slideAtPath } from './link-target.ts';
import { LinkQuestion } from './LinkQuestion.tsx';

type Outside = Exclude<LinkTarget, { is: 'slide' }>;

export interface SlideLinks {
  /** Follows a link that the slide's frame asks for. */
  link: (href: string) => void;
  /** Handles the path of the document that the frame shows. */
  document: (path: string) => void;
  /** The question whether to open a link, or null. */
  question: ReactNode;
}

interface SlideLinksInput {
  deck: DeckDetail;
  baseUrl: string;
  position: Pick<DeckPosition, 'goTo' | 'isOneDocument'>;
  frame: RefObject<HTMLIFrameElement | null>;
}

/**
 * Links in slides. A link to a slide goes to that slide. Anything else opens in a new tab after a question that names the host,
 * once per deck and host. The frame can forge every request, so nothing opens without a recent gesture of the user.
 */
export function useSlideLinks({ deck, baseUrl, position, frame }: SlideLinksInput): SlideLinks {
  const [asked, setAsked] = useState<Outside | null>(null);
  const [gate] = useState(() => new LinkGate(() => performance.now()));
  const { slides } = deck.manifest;

  const link = (href: string): void => {
    const target = linkTarget(href, baseUrl, slides);
    if (target?.is === 'slide') return position.goTo(position.isOneDocument ? 0 : target.index);
    if (target === null || asked !== null || !gate.admits(navigator.userActivation.isActive)) return;
    if (target.is === 'site' && isKnownHost(deck.id, target.name)) open(target);
    else setAsked(target);
  };
  const goToShown = (path: string): void => {
    const shown = slideAtPath(path, baseUrl, slides);
    const wanted = slides[Number(frame.current?.dataset['start'])]?.file;
    if (shown >= 0 && slides[shown]?.file !== wanted) position.goTo(shown);
  };

  const question = asked !== null && (
    <LinkQuestion
      target={asked}
      onOpen={() => {
        if (asked.is === 'site') rememberHost(deck.id, asked.name);
        open(asked);
        setAsked(null);
      }}
      onClose={() => {
        gate.refused();
        setAsked(null);
      }}
    />
  );
  return { link, document: goToShown, question };
}

function open({ is, href }: Outside): void {
  // The mail program opens beside this page.
  if (is === 'mail') window.location.assign(href);
  else window.open(href, '_blank', 'noopener,noreferrer');
}
