import { send } from './channel.ts';

/** The limit of `frameMessageSchema`. */
const LINK_MAX = 4096;
const XLINK = 'http://www.w3.org/1999/xlink';

/** What to do with a link: leave it to the document, ignore it, go to a place in this document, or hand it to the player. */
type Treatment = 'leave' | 'ignore' | 'here' | 'forward';

/**
 * Hands links that lead out of the document to the player when a user activates them: the frame itself cannot show other pages,
 * and its sandbox opens no windows. Links that the deck handles itself are left alone.
 */
export function forwardLinks(): void {
  addEventListener('click', watch, true);
  // The middle mouse button.
  addEventListener('auxclick', watch, true);
}

/** Runs before the deck's listeners; whether the deck handles the click is known only after them. */
function watch(event: MouseEvent): void {
  if (!event.isTrusted || (event.type === 'auxclick' && event.button !== 1)) return;
  const link = linkAt(event);
  const address = link === null ? null : URL.parse(hrefOf(link) ?? '', document.baseURI);
  if (link === null || address === null) return;
  const treatment = treatmentOf(address, (link.getAttribute('target') ?? '').toLowerCase());
  if (treatment === 'leave') return;
  let isOver = false;
  const take = (): void => {
    removeEventListener(event.type, take);
    if (isOver || event.defaultPrevented) return;
    isOver = true;
    event.preventDefault();
    if (treatment === 'here') location.hash = address.hash;
    if (treatment === 'forward' && address.href.length <= LINK_MAX) send({ lectern: 'link', href: address.href });
  };
  addEventListener(event.type, take);
  // A listener that stops the event often only keeps the click from turning the slide. A microtask runs right after that listener,
  // before the browser follows the link.
  for (const name of ['stopPropagation', 'stopImmediatePropagation'] as const) {
    const stop = event[name].bind(event);
    event[name] = () => {
      stop();
      queueMicrotask(take);
    };
  }
  setTimeout(() => removeEventListener(event.type, take));
}

function linkAt(event: Event): Element | null {
  const found = event
    .composedPath()
    .find(
      (target): target is Element =>
        target instanceof Element && /^(?:a|area)$/i.test(target.localName) && hrefOf(target) !== null,
    );
  return found ?? null;
}

const hrefOf = (link: Element): string | null => link.getAttribute('href') ?? link.getAttributeNS(XLINK, 'href');

/** @param target the link's `target` attribute */
function treatmentOf(address: URL, target: string): Treatment {
  // Runs in the deck's own sandbox.
  if (address.protocol === 'javascript:') return 'leave';
  // The deck's own frames, by name. They have the deck's policy.
  if (target !== '' && !target.startsWith('_') && window.frames.length > 0) return 'leave';
  if (isInThisDocument(address)) return /^_(?:blank|top|parent)$/.test(target) ? 'here' : 'leave';
  return /^(?:https?|mailto):$/.test(address.protocol) ? 'forward' : 'ignore';
}

const isInThisDocument = ({ href, hash }: URL): boolean => hash !== '' && withoutHash(href) === withoutHash(location.href);
const withoutHash = (href: string): string => href.split('#', 1)[0] ?? '';
