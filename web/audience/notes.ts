import type { Manifest } from 'deck-format';
import type { Note } from '#shared/notes.ts';
import { namesOf } from '#shared/inner-names.ts';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import { button, h } from './dom.ts';
import { icon, ICONS } from './svg.ts';
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
let ofPackage: readonly (string | null)[] = [];
let failed = false;
/** Whether the visitor has hidden the notes. They stay hidden when the link is opened again. */
let wereHidden = false;

/** Shows the notes beside the slide, or hides them. */
export function toggleNotes(player: AudiencePlayer): void {
  if (panel?.isConnected === true) {
    panel.remove();
    panel = null;
    wereHidden = true;
    return;
  }
  openPanel(player);
  void load(player).then(() => show(player));
}

/** Shows the notes from the start, if there are any. For a window with space below the slide. */
export async function showNotesBelow(player: AudiencePlayer): Promise<void> {
  await load(player);
  const isThere = notes.length > 0 || ofPackage.some(Boolean) || player.outline.some((slide) => slide.notes);
  if (isThere && !wereHidden && panel?.isConnected !== true && !player.signal.aborted) openPanel(player);
}

function openPanel(player: AudiencePlayer): void {
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
}

async function load(player: AudiencePlayer): Promise<void> {
  try {
    const [response, speaker] = await Promise.all([player.visitor.ask('/notes'), speakerNotes(player)]);
    notes = ((await response.json()) as { items: typeof notes }).items;
    ofPackage = speaker;
    failed = false;
  } catch {
    failed = true;
  }
}

/** The notes of the speaker in the manifest, by slide. Empty if it cannot be read. */
async function speakerNotes(player: AudiencePlayer): Promise<readonly (string | null)[]> {
  try {
    const response = await fetch(slideUrl(player.opened.playback.baseUrl, 'manifest.json'), { credentials: 'omit' });
    if (!response.ok) return [];
    // The server has checked the manifest when the deck was uploaded.
    const { slides } = (await response.json()) as Manifest;
    return slides.map(({ notes: note }) => note);
  } catch {
    return [];
  }
}

/** The team's note of a slide, otherwise the one that came with the deck. */
function noteOf(player: AudiencePlayer): string {
  const { index, current, isOneDocument } = player.facts;
  const outline = player.outline;
  const name = isOneDocument ? namesOf(outline)[current] : undefined;
  const at = notes.filter(({ slideIndex }) => slideIndex === index);
  const found = at.find(({ inner }) => inner === (name ?? null)) ?? at.find(({ inner }) => inner === null);
  return found?.body ?? (name === undefined ? ofPackage[index] : outline[current]?.notes) ?? '';
}

function show(player: AudiencePlayer): void {
  const text = panel?.lastElementChild;
  if (text === null || text === undefined) return;
  const note = failed ? words.failed : noteOf(player) || words.none;
  if (text.textContent !== note) text.textContent = note;
}
