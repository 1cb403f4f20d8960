import '#web/talks/address-screen.css';
import { qrCode, QUIET_ZONE } from '#web/lib/qr-code.ts';
import { typedAddress } from '#web/lib/typed-address.ts';
import { button, h } from './dom.ts';
import { svg } from './svg.ts';
import { inLanguage } from './texts.ts';

const words = inLanguage({
  en: {
    title: 'Address of the talk',
    lead: 'Follow this talk on your own screen',
    shown: 'The address of the talk is shown. Press any key to show the slide.',
    code: 'QR code of the address',
  },
  de: {
    title: 'Adresse des Vortrags',
    lead: 'Folge dem Vortrag auf deinem eigenen Bildschirm',
    shown: 'Die Adresse des Vortrags wird gezeigt. Drücke eine beliebige Taste, um die Folie zu zeigen.',
    code: 'QR-Code der Adresse',
  },
});

/** What a presenter shows in place of the slide: the address of the talk, for people beside the visitor. A click calls `remove`. */
export function addressScreen(title: string, url: string, remove: () => void): HTMLElement {
  return h(
    'section',
    { class: 'address-screen', 'aria-label': words.title },
    button({ class: 'address-cover' }, remove, h('span', { class: 'visually-hidden' }, words.shown)),
    h('p', { class: 'address-title', dir: 'auto' }, title),
    code(url),
    h('p', {}, words.lead),
    h('p', { class: 'address-text' }, typedAddress(url)),
  );
}

function code(url: string): SVGSVGElement {
  const { size, path } = qrCode(url);
  const side = size + 2 * QUIET_ZONE;
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`;
  const image = { role: 'img', 'aria-label': words.code, class: 'address-code', viewBox: box, 'shape-rendering': 'crispEdges' };
  return svg('svg', image, svg('path', { d: path, fill: '#000' }));
}
