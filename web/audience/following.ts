import '#web/talks/talk-bar.css';
import '#web/talks/laser/laser.css';
import './following.css';
import type { AudienceTalk, TalkEvent } from '#shared/audience-talk.ts';
import type { Laser } from '#shared/talks.ts';
import { Steering } from '#web/talks/window/steering.ts';
import { download } from './download.ts';
import { button, h } from './dom.ts';
import { loadPart } from './load-part.ts';
import type { Asking } from './questions/asking.ts';
import type { AudiencePlayer } from './player.ts';
import { texts } from './control-texts.ts';
import { fill, inLanguage, language } from './texts.ts';

const words = inLanguage({
  en: {
    away: '{name} has lost the connection. The talk goes on when they are back.',
    back: 'Back to {name}',
    bar: 'Talk',
    begins: 'Begins {time}',
    browsing: 'You are looking around on your own.',
    dismiss: 'Dismiss',
    following: 'Following {name}',
    keep: 'The talk by {name} is over. You may download the slides.',
    look: 'Look at the slides',
    lost: 'The connection is lost. The slides follow again when it is back.',
    notBegun: 'The talk has not begun yet.',
    over: 'The talk by {name} is over. The slides stay here as long as the link works.',
    wait: 'Wait for the talk',
    waiting: '{name} has not begun yet. The slides appear here by themselves.',
  },
  de: {
    away: '{name} hat die Verbindung verloren. Der Vortrag geht danach weiter.',
    back: 'Zurück zu {name}',
    bar: 'Vortrag',
    begins: 'Beginn: {time}',
    browsing: 'Du siehst dich gerade selbst um.',
    dismiss: 'Ausblenden',
    following: 'Du folgst {name}',
    keep: 'Der Vortrag von {name} ist zu Ende. Du darfst die Folien herunterladen.',
    look: 'Folien ansehen',
    lost: 'Die Verbindung ist unterbrochen. Danach folgen die Folien wieder.',
    notBegun: 'Der Vortrag hat noch nicht begonnen.',
    over: 'Der Vortrag von {name} ist zu Ende. Die Folien bleiben hier, solange der Link funktioniert.',
    wait: 'Auf den Vortrag warten',
    waiting: '{name} hat noch nicht begonnen. Die Folien erscheinen hier von selbst.',
  },
});

/** A dot without news for this long is removed. */
const LOST_DOT_MS = 2500;

type Steered = Extract<AudienceTalk, { readonly place: unknown }>;

/**
 * Follows the talk that is open to the link: goes where the presenter is until the visitor moves, and back when they want to. Nothing is
 * sent: the presenter cannot be moved from here.
 */
export class Following {
  readonly #player: AudiencePlayer;
  readonly #steering: Steering;
  readonly #bar = h('aside', { class: 'talk-bar', 'aria-label': words.bar });
  readonly #dot = h('div', { class: 'laser-reach audience-laser' }, h('div', { class: 'laser-dot' }));
  #talk: AudienceTalk | null = null;
  /** The number of the last place that the talk asked for. */
  #request = 0;
  /** The visitor has left the presenter, or the waiting page. */
  #isBrowsing = false;
  #isLost = false;
  /** The visitor has read that the talk is over. */
  #isDismissed = false;
  /** While the talk moves the player, what changes is none of the visitor's. */
  #isApplying = false;
  #shown = '';
  #cover: HTMLElement | null = null;
  /** What is shown in place of the slide, as JSON: the address or a question. */
  #covering = 'null';
  #screen: HTMLElement | null = null;
  #asking: Promise<Asking> | null = null;
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor(player: AudiencePlayer) {
    this.#player = player;
    this.#steering = new Steering(player.facts.place);
    player.root.querySelector('main')?.append(this.#bar);
    player.overlay.append(this.#dot);
    player.onOwnMove = () => this.#steering.takeOver();
    player.watch(() => {
      this.#look();
      void this.#showScreen();
    });
    player.signal.addEventListener('abort', () => clearTimeout(this.#fading));
  }

  hear(event: TalkEvent): void {
    if ('laser' in event) this.#point(event.laser);
    else if ('questions' in event) void this.#asking?.then((asking) => asking.hear(event.questions));
    else if ('talk' in event) this.#change(event.talk);
  }

  /** The connection is lost. */
  lost(): void {
    this.#isLost = true;
    this.#show();
  }

  /** It is back. */
  found(): void {
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#show();
  }

  #change(talk: AudienceTalk | null): void {
    const before = this.#talk;
    if (isSteered(talk) && isSteered(before) && talk.id === before.id && talk.revision < before.revision) return;
    this.#talk = talk;
    // A visitor who has waited follows when the talk begins, also after looking at the slides. A new talk is followed as well.
    const isNew = isSteered(talk) && talk.state !== 'over' && (!isSteered(before) || before.id !== talk.id);
    if (isNew || before?.state === 'over') {
      this.#isBrowsing = false;
      this.#isDismissed = false;
    }
    if (talk?.state !== 'live') this.#point(null);
    this.#apply();
    this.#show();
    this.#ask();
  }

  /** Lets the visitor ask and react, if the presenter wants it. What that needs is loaded then. */
  #ask(): void {
    const talk = isSteered(this.#talk) && this.#talk.state === 'live' ? this.#talk : null;
    if (this.#asking === null && talk?.takesQuestions !== true && talk?.takesReactions !== true) return;
    this.#asking ??= loadPart(() => import('./questions/asking.ts')).then((part) => new part.Asking(this.#player));
    void this.#asking.then((asking) => asking.change(isSteered(this.#talk) ? this.#talk : null));
  }

  /** Shows what the presenter shows, unless the visitor has left them. */
  #apply(): void {
    const talk = this.#talk;
    if (talk?.state === 'waiting' || this.#isBrowsing) return;
    this.#isApplying = true;
    if (talk === null || talk.state === 'over') this.#player.setBlank(null);
    else {
      const { slideIndex, inner } = talk.place;
      const request = this.#steering.send(talk.place);
      if (request !== null) {
        this.#request = request;
        // The beginning of a slide is asked for, so that a slide that is already shown goes back to it.
        const { index, step } = inner ?? { index: 0, step: 0 };
        this.#player.goToPlace({ slideIndex, inner: { index, step } });
      }
      this.#player.setBlank(talk.blank);
    }
    this.#isApplying = false;
    this.#look();
  }

  /** Finds out whether the visitor has moved. */
  #look(): void {
    if (this.#isApplying) return;
    const { place, arriving } = this.#player.facts;
    const hasMoved = this.#steering.movedTo(place, arriving, this.#request);
    const hasLifted = this.#talk?.state === 'live' && this.#player.blank !== this.#talk.blank;
    if ((!hasMoved && !hasLifted) || this.#isBrowsing || this.#talk === null || this.#talk.state === 'over') return;
    this.#isBrowsing = true;
    this.#show();
  }

  /** Shows the address of the talk or a question while the presenter shows it, until the visitor removes it. */
  async #showScreen(): Promise<void> {
    const { blank, opened } = this.#player;
    const talk = isSteered(this.#talk) ? this.#talk : null;
    const address = blank === 'address' ? (talk?.address ?? null) : null;
    const question = blank === 'question' ? (talk?.question ?? null) : null;
    const covering = JSON.stringify(address ?? question);
    if (covering === this.#covering) return;
    this.#covering = covering;
    this.#screen?.remove();
    this.#screen = null;
    const remove = (): void => this.#player.setBlank(null);
    let screen: HTMLElement | null = null;
    if (address !== null)
      screen = (await loadPart(() => import('./address-screen.ts'))).addressScreen(opened.shared.deck.title, address, remove);
    if (question !== null)
      screen = (await loadPart(() => import('./questions/question-screen.ts'))).questionScreen(question, remove);
    // It may have been removed, and shown again, in the meantime.
    if (screen === null || this.#covering !== covering || this.#screen !== null) return;
    this.#screen = screen;
    this.#bar.before(screen);
  }

  #goBack(): void {
    this.#isBrowsing = false;
    this.#apply();
    this.#show();
  }

  #lookAround(): void {
    this.#isBrowsing = true;
    this.#show();
  }

  #point(dot: Laser): void {
    clearTimeout(this.#fading);
    this.#dot.dataset['lit'] = String(dot !== null && !this.#isBrowsing);
    // A dot that is switched off stays in place while it fades.
    if (dot === null) return;
    this.#dot.style.transform = `translate(${dot.x * 100}%, ${dot.y * 100}%)`;
    this.#fading = setTimeout(() => (this.#dot.dataset['lit'] = 'false'), LOST_DOT_MS);
  }

  /** Shows a line about the talk, and the waiting page. What stays the same is not touched, so that it is not announced again. */
  #show(): void {
    const talk = this.#talk;
    const key = JSON.stringify([talk?.state, talk?.presenter, this.#isBrowsing, this.#isLost, this.#isDismissed, beginOf(talk)]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#bar.replaceChildren(...(talk === null ? [] : this.#lines(talk)));
    this.#cover?.remove();
    this.#cover = talk?.state === 'waiting' && !this.#isBrowsing ? this.#waitingPage(talk) : null;
    if (this.#cover !== null) this.#bar.before(this.#cover);
  }

  #lines(talk: AudienceTalk): HTMLElement[] {
    const name = talk.presenter;
    if (talk.state === 'over') return this.#isDismissed ? [] : [this.#overLine(name)];
    if (this.#isLost) return [line(words.lost, false)];
    if (this.#isBrowsing) {
      const isWaiting = talk.state === 'waiting';
      const back = isWaiting ? words.wait : fill(words.back, { name });
      return [
        line(
          isWaiting ? words.notBegun : words.browsing,
          false,
          act(back, () => this.#goBack(), true),
        ),
      ];
    }
    if (talk.state === 'away') return [line(fill(words.away, { name }), false)];
    return talk.state === 'live' ? [line(fill(words.following, { name }), true)] : [];
  }

  #overLine(name: string): HTMLElement {
    const { visitor, opened } = this.#player;
    const mayKeep = opened.shared.allowDownload;
    const keep = mayKeep ? [act(texts.download, () => void download(visitor), true)] : [];
    const dismiss = act(words.dismiss, () => {
      this.#isDismissed = true;
      this.#show();
    });
    return line(fill(mayKeep ? words.keep : words.over, { name }), false, ...keep, dismiss);
  }

  #waitingPage({ presenter, beginsAt }: Extract<AudienceTalk, { state: 'waiting' }>): HTMLElement {
    const time =
      beginsAt === null ? null : new Date(beginsAt).toLocaleString(language, { dateStyle: 'full', timeStyle: 'short' });
    return h(
      'section',
      { class: 'end-screen audience-waiting', 'aria-label': words.bar },
      h('p', { class: 'end-title', dir: 'auto' }, this.#player.opened.shared.deck.title),
      time !== null && h('p', { class: 'audience-begins' }, fill(words.begins, { time })),
      h('p', { role: 'status' }, fill(words.waiting, { name: presenter })),
      h(
        'div',
        { class: 'end-choices' },
        button({ class: 'end-choice' }, () => this.#lookAround(), words.look),
      ),
    );
  }
}

function isSteered(talk: AudienceTalk | null): talk is Steered {
  return talk !== null && talk.state !== 'waiting';
}

function beginOf(talk: AudienceTalk | null): string | null {
  return talk?.state === 'waiting' ? talk.beginsAt : null;
}

function line(text: string, isQuiet: boolean, ...acts: readonly HTMLElement[]): HTMLElement {
  return h('div', { class: 'talk-line', 'data-quiet': String(isQuiet) }, h('p', { role: 'status' }, text), ...acts);
}

function act(label: string, press: () => void, isMain = false): HTMLElement {
  return button({ class: 'talk-act', 'data-main': String(isMain) }, press, label);
}
