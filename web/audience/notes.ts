import type { Note } from '#shared/notes.ts';
import { namesOf } from '#shared/inner-names.ts';
import { button, h, icon, ICONS } from './dom.ts';
import { describedSlides } from './manifest.ts';
import type { AudiencePlayer } from './player.ts';
import { texts } from './control-texts.ts';
import { inLanguage } from './texts.ts';

const words = inLanguage({
  en: { none: 'There are no notes for this slide.', failed: 'The notes could not be loaded.' },
  de: { none: 'Zu dieser Folie gibt es keine Notizen.', failed: 'Die Notizen konnten nicht geladen werden.' },
});

let panel: HTMLElement | null = null;
let watched: AudiencePlayer | null = null;
let notes: readonly Pick<Note, 'slideIndex' | 'inner' | 'body'>[] = [];
let described: Awaited<ReturnType<typeof describedSlides>> = [];
let failed = false;

/** Shows the notes beside the slide, or hides them. */
export function toggleNotes(player: AudiencePlayer): void {
  if (panel?.isConnected === true) {
    panel.remove();
    panel = null;
    return;
  }
  const body = h('p', { dir: 'auto', role: 'status' });
  const close = button(
    { class: 'player-button', 'aria-label': texts.close, title: texts.close },
    () => toggleNotes(player),
    icon(ICONS.close),
  );
  panel = h(
    'aside',
    { class: 'audience-notes', 'aria-label': texts.notes },
    h('header', {}, h('h2', {}, texts.notes), close),
    body,
  );
  player.root.append(panel);
  if (watched !== player) player.watch(() => show(player));
  watched = player;
  show(player);
  void load(player).then(() => show(player));
}

async function load(player: AudiencePlayer): Promise<void> {
  try {
    const [response, slides] = await Promise.all([player.visitor.ask('/notes'), describedSlides(player)]);
    notes = ((await response.json()) as { items: typeof notes }).items;
    described = slides;
    failed = false;
  } catch {
    failed = true;
  }
}

/** The team's note of a slide, otherwise the one that came with the deck. */
function noteOf(player: AudiencePlayer): string {
  const { index, current, isOneDocument } = player.facts;
  const outline = player.outline;
  const name = isOneDocument ? namesOf(outline)[current] : undefined;
  const at = notes.filter(({ slideIndex }) => slideIndex === index);
  const found = at.find(({ inner }) => inner === (name ?? null)) ?? at.find(({ inner }) => inner === null);
  return found?.body ?? (name === undefined ? described[index]?.notes : outline[current]?.notes) ?? '';
}

function show(player: AudiencePlayer): void {
  const text = panel?.lastElementChild;
  if (text === null || text === undefined) return;
  const note = failed ? words.failed : noteOf(player) || words.none;
  if (text.textContent !== note) text.textContent = note;
}
