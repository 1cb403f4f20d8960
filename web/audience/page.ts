import { AUDIENCE_DATA_ID, type AudienceFirst, type AudiencePageData } from '#shared/audience-page.ts';
import { dropFirstFrame } from '#web/stage/frames/first-frame.ts';
import { loadPart } from './load-part.ts';
import { AudiencePlayer } from './player.ts';
import { language } from './texts.ts';
import { type Opened, Refusal, Visitor } from './visitor.ts';

const loadScreens = () => loadPart(() => import('./screens.ts'));

/** Shows what the link shows: the deck, or the question or the message that is before it. */
export function openPage(root: HTMLElement): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const applyScheme = (): void => void (document.documentElement.dataset['colorScheme'] = dark.matches ? 'dark' : 'light');
  applyScheme();
  dark.addEventListener('change', applyScheme);
  document.documentElement.lang = language;

  const data = JSON.parse(document.getElementById(AUDIENCE_DATA_ID)?.textContent ?? 'null') as AudiencePageData | null;
  if (data === null) return void show({ state: 'ended', code: 'LINK_NOT_FOUND' });
  const visitor = new Visitor(data.token);
  const isEmbedded = data.embedded;
  let player: AudiencePlayer | null = null;

  async function show(first: AudienceFirst): Promise<void> {
    if (first.state === 'open') return open(first);
    player?.close();
    player = null;
    if (first.state === 'unknown' || (first.state === 'locked' && visitor.isGranted)) return ask();
    const screens = await loadScreens();
    if (first.state === 'locked') screens.askPassword(root, visitor, () => void ask());
    else screens.showEnded(root, first.code, visitor.draft);
  }

  /** Asks the server what the link shows. */
  async function ask(): Promise<void> {
    try {
      await show({ state: 'open', ...(await visitor.open()) });
    } catch (fault) {
      const code = fault instanceof Refusal ? fault.code : '';
      if (code === 'PASSWORD_REQUIRED') {
        visitor.grant = null;
        return show({ state: 'locked' });
      }
      if (code === 'LINK_NOT_FOUND' || code === 'LINK_EXPIRED') return show({ state: 'ended', code });
      const screens = await loadScreens();
      screens.showFault(root, () => void ask());
    }
  }

  async function open(opened: Opened): Promise<void> {
    const { askFor, deck, allowEmbedding } = opened.shared;
    if (isEmbedded && window.parent !== window && !allowEmbedding) {
      const screens = await loadScreens();
      return screens.showNotHere(root, `/s/${visitor.token}`);
    }
    if (askFor !== 'nothing' && visitor.answer === null) {
      const screens = await loadScreens();
      return screens.askWho(root, visitor, { askFor, title: deck.title }, () => void ask());
    }
    const playing = new AudiencePlayer(root, visitor, opened);
    player = playing;
    // What the first slide does not need is loaded after it.
    let isStarted = false;
    playing.watch(() => {
      if (isStarted || !playing.isShown) return;
      isStarted = true;
      void loadPart(() => import('./later.ts')).then((part) =>
        part.startLater(playing, isEmbedded, { changed: reopen, ended: () => void ask() }),
      );
    });
  }

  function reopen(opened: Opened): void {
    player?.close();
    void open(opened);
  }

  // The player, if there is one, has taken the frame.
  void show(data.first).finally(dropFirstFrame);
}
