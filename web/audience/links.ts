import { LinkGate } from '#web/stage/links/link-gate.ts';
import { linkTarget } from '#web/stage/links/link-target.ts';
import { button, h } from './dom.ts';
import { openDialog } from './layers.ts';
import type { AudiencePlayer } from './player.ts';
import { fill, inLanguage } from './texts.ts';

const words = inLanguage({
  en: { title: 'Open {name}?', lead: 'This link leaves the deck. It opens in a new tab.', open: 'Open', cancel: 'Cancel' },
  de: {
    title: '{name} öffnen?',
    lead: 'Dieser Link führt aus dem Deck hinaus. Er öffnet sich in einem neuen Tab.',
    open: 'Öffnen',
    cancel: 'Abbrechen',
  },
});

/** A click that was meant for the slide must not accept: the deck decides when and where the user clicks. */
const READY_AFTER_MS = 500;

const gate = new LinkGate(() => performance.now());

/**
 * Follows a link that the slide's frame asks for. A link to a slide goes to that slide. Anything else opens in a new tab after a question.
 * The frame can forge every request, so nothing opens without a recent gesture of the user.
 */
export function followLink(player: AudiencePlayer, href: string): void {
  const { shared, playback } = player.opened;
  const target = linkTarget(href, playback.baseUrl, shared.deck.slides);
  if (target?.is === 'slide') return player.goTo(player.facts.isOneDocument ? 0 : target.index);
  if (target === null || document.querySelector('dialog:modal') !== null) return;
  if (!gate.admits(navigator.userActivation.isActive)) return;
  const open = (): void => {
    close();
    // The mail program opens beside this page.
    if (target.is === 'mail') window.location.assign(target.href);
    else window.open(target.href, '_blank', 'noopener,noreferrer');
  };
  const cancel = (): void => {
    gate.refused();
    close();
  };
  const accept = button({ class: 'end-choice', 'aria-disabled': 'true' }, open, words.open);
  const close = openDialog(
    player,
    fill(words.title, { name: target.name }),
    h('p', {}, words.lead),
    h('p', { dir: 'ltr' }, target.href),
    h('div', { class: 'audience-choices' }, button({ class: 'end-choice', autofocus: true }, cancel, words.cancel), accept),
  );
  setTimeout(() => (accept.ariaDisabled = 'false'), READY_AFTER_MS);
}
