import type { Place } from '#shared/place.ts';
import type { Playback } from '#shared/playback.ts';
import type { Talk } from '#shared/talks.ts';
import { listenToFrame, tellFrame } from '#web/protocol/frame-messages.ts';
import { type FramePowers, isMoveOfDocument } from '#web/protocol/frame-rights.ts';
import { KeyProof, listenForProof } from '#web/protocol/key-proof.ts';
import { type Command, commandFor, type KeyPress } from '#web/protocol/keys.ts';
import type { OutlinedSlide } from '#web/protocol/messages.ts';
import { closeFirst, type CommandHandlers, runCommand } from '#web/stage/controls/commands.ts';
import { listenForKeys } from '#web/stage/controls/player-keys.ts';
import { takeFirstFrame } from '#web/stage/frames/first-frame.ts';
import { DECK_ALLOWED, ownRuntimeName, SCRIPTS_ONLY } from '#web/stage/frames/slide-frame.ts';
import { StageFrames, type StageState } from '#web/stage/frames/stage-frames.ts';
import { isCountKnown, moveDeck, positionFacts, type PositionFacts, reportOfFrame } from '#web/stage/position/deck-position.ts';
import { initialPosition, type Move, type PositionState } from '#web/stage/position/position-state.ts';
import { type DeckShape, keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import { numberInAddress, startingPlace } from '#web/stage/position/starting-place.ts';
import { type PinchStart, type SlideView, slideView } from '#web/stage/view/slide-view.ts';
import { WHOLE } from '#web/stage/view/zoom.ts';
import type { ShowControls } from './controls.ts';
import { h } from './dom.ts';
import { loadPart } from './load-part.ts';
import { fill, inLanguage } from './texts.ts';
import type { Opened, Visitor } from './visitor.ts';

const words = inLanguage({ en: { frame: 'Slide {number}: {label}' }, de: { frame: 'Folie {number}: {label}' } });

/** Plays the deck of a link. What the first slide does not need is loaded after its frame exists. */
export class AudiencePlayer {
  readonly visitor: Visitor;
  /** The box over the slide, with its rectangle. */
  readonly overlay = h('div', { class: 'slide-overlay' });
  readonly root: HTMLElement;
  opened: Opened;
  /** The slides inside a deck that is one document, as it reports them. */
  outline: readonly OutlinedSlide[] = [];
  /** Shows the controls for a while. Set by the controls. */
  wake: (() => void) | undefined;
  /** Called before each move that the visitor makes. */
  onOwnMove: (() => void) | undefined;

  readonly #frame: { current: HTMLIFrameElement | null } = { current: null };
  readonly #glass = h('div', { class: 'stage-glass' });
  readonly #slideBox: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #main: HTMLElement;
  readonly #frames: StageFrames;
  readonly #deck: DeckShape;
  readonly #handlers: CommandHandlers;
  readonly #proof = new KeyProof();
  readonly #pinched: { current: PinchStart | null } = { current: null };
  readonly #watchers: (() => void)[] = [];
  readonly #stop = new AbortController();
  #state: PositionState;
  #shown: StageState = { document: '', isShown: false, fault: null };
  #size = { width: 0, height: 0 };
  #wanted = WHOLE;
  #blank: Talk['blank'] = null;
  #layer: HTMLDialogElement | null = null;
  /** The slide number in the address. */
  #number = numberInAddress();
  #showControls: ShowControls | null = null;

  constructor(container: HTMLElement, visitor: Visitor, opened: Opened) {
    const { deck } = opened.shared;
    this.visitor = visitor;
    this.opened = opened;
    this.#deck = { slides: deck.slides, ownRuntime: keepsOwnRuntime(deck) };
    this.#state = initialPosition(this.#deck, startingPlace(this.#deck, this.#number, null));
    const box = h('div', { class: 'slide-frames' });
    this.#slideBox = h('div', { class: 'slide-box' }, box, this.#glass, this.overlay);
    this.#stage = h('div', { class: 'stage' }, this.#slideBox);
    this.#main = h('main', { class: 'player-stage' }, this.#stage);
    this.root = h('div', { class: 'player audience' }, this.#main);
    this.root.style.setProperty('--aspect', String(deck.dimensions.width / deck.dimensions.height));
    this.#handlers = this.#commands();
    this.#frames = new StageFrames(box, this.#frame, {
      changed: (state) => {
        this.#shown = state;
        this.#render();
      },
      renewAddress: async () => {
        const response = await visitor.ask('/playback').catch(() => null);
        if (response !== null) this.setAddress((await response.json()) as Playback);
      },
      takeFirst: takeFirstFrame,
    });
    document.title = deck.title;
    container.replaceChildren(this.root);
    // The frame exists before anything else is done.
    this.#measure();
    this.#listen();
    void this.#loadControls();
  }

  /** Aborted when the player is closed. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get facts(): PositionFacts {
    return positionFacts(this.#deck, this.#state);
  }

  /** Whether the current slide can be seen. */
  get isShown(): boolean {
    return this.#shown.isShown;
  }

  get blank(): Talk['blank'] {
    return this.#blank;
  }

  goTo(current: number): void {
    this.#move({ is: 'goTo', current });
  }

  /** Goes where a talk is. */
  goToPlace(place: Place): void {
    this.#move({ is: 'goToPlace', place });
  }

  run(command: Command): void {
    const isBlank = this.#blank !== null;
    if (isBlank) this.setBlank(null);
    // The user could not see what a step does.
    if (!isBlank || (command.do !== 'step' && command.do !== 'close')) runCommand(this.#handlers, command);
  }

  setBlank(blank: Talk['blank']): void {
    this.#blank = blank;
    if (blank !== null) this.#frame.current?.blur();
    this.#render();
  }

  /** Calls `look` now and whenever something has changed. */
  watch(look: () => void): void {
    this.#watchers.push(look);
    look();
  }

  /** Plays the deck from its address as it is now. */
  setAddress(playback: Playback): void {
    if (playback.baseUrl === this.opened.playback.baseUrl) return;
    this.opened = { ...this.opened, playback };
    // All documents are loaded again, each at its first slide.
    this.#move({ is: 'reopened' });
  }

  /** Shows a dialog over the stage, which takes the keys until it is closed; null closes it. An open dialog is not replaced by one that was loaded late. */
  cover(dialog: HTMLDialogElement | null): void {
    if (dialog !== null && this.#isCovered) return;
    // Closed before it is removed, so that the browser restores the focus.
    this.#layer?.close();
    this.#layer?.remove();
    this.#layer = dialog;
    if (dialog === null) return;
    // The event of an earlier dialog may come when this one is open.
    dialog.addEventListener('close', () => this.#layer === dialog && this.cover(null));
    this.root.append(dialog);
    dialog.showModal();
  }

  close(): void {
    this.#stop.abort();
    this.#frames.stop();
    this.root.remove();
  }

  /** Whether a dialog is open. After Escape it is closed at once; its event comes later. */
  get #isCovered(): boolean {
    return this.#layer?.open === true;
  }

  #move(move: Move): void {
    if (/^(?:step|turn|goTo)$/.test(move.is)) this.onOwnMove?.();
    this.#state = moveDeck(this.#deck, this.#frame, this.#state, move);
    if (this.#state.ended) this.#frame.current?.blur();
    this.#render();
  }

  readonly #showWhole = (): void => {
    this.#wanted = WHOLE;
    this.#render();
  };

  /** Without the commands that only members have. */
  #commands(): CommandHandlers {
    const blank = (color: 'black' | 'white') => () => this.setBlank(this.#blank === color ? null : color);
    const layers = () => import('./layers.ts');
    return {
      step: (direction, skip) => this.#move({ is: 'step', direction, skip }),
      goTo: (digits) => {
        if (digits === '0' && this.#view().isZoomed) this.#showWhole();
        else void layers().then((part) => part.showGoTo(this, digits));
      },
      first: () => this.goTo(0),
      last: () => isCountKnown(this.facts) && this.goTo(this.facts.count - 1),
      overview: () => void import('./overview.ts').then((part) => part.showOverview(this)),
      help: () => void layers().then((part) => part.showHelp(this)),
      notes: () => {
        if (this.opened.shared.showNotes) void import('./notes.ts').then((part) => part.toggleNotes(this));
      },
      black: blank('black'),
      white: blank('white'),
      // Some phones have no fullscreen for pages. The deck then stays in the window.
      fullscreen: () => {
        const change = document.fullscreenElement === null ? this.root.requestFullscreen?.() : document.exitFullscreen();
        change?.catch(() => undefined);
      },
      close: () =>
        closeFirst(
          () => this.#view().isZoomed && (this.#showWhole(), true),
          () => this.#blank !== null && (this.setBlank(null), true),
          () => (this.#frame.current?.blur(), true),
        ),
    };
  }

  #press(key: KeyPress): boolean {
    const command = this.#isCovered ? null : commandFor(key);
    if (command === null) return false;
    if (this.#blank === null && this.facts.takesKeys && isMoveOfDocument(command)) {
      tellFrame(this.#frame, { lectern: 'press', key: key.key, shiftKey: key.shiftKey });
    } else this.run(command);
    return true;
  }

  #powers(): FramePowers {
    const { isZoomed, zoom } = this.#view();
    const isFree = !this.#isCovered && this.#blank === null;
    return {
      navigate: (to) => (isFree ? runCommand(this.#handlers, to) : undefined),
      turn: (direction) => (isFree ? this.#move({ is: 'turn', direction }) : undefined),
      movesItself: this.facts.movesItself,
      isZoomed,
      zoom,
      reportPosition: (report) => this.#move(reportOfFrame(this.#frame, report)),
      outline: (slides) => {
        this.outline = slides;
        this.#render();
      },
      link: (href) => void import('./links.ts').then((part) => part.followLink(this, href)),
      active: () => this.wake?.(),
      claimKey: (key) => {
        this.#frame.current?.blur();
        this.#proof.claim(key);
      },
    };
  }

  #listen(): void {
    const { signal } = this;
    const press = (key: KeyPress): boolean => this.#press(key);
    const observer = new ResizeObserver(() => this.#measure());
    observer.observe(this.#stage);
    const ends = [
      listenToFrame(this.#frame, () => this.#powers()),
      listenForProof(this.#proof, press),
      listenForKeys(press),
      () => observer.disconnect(),
    ];
    signal.addEventListener('abort', () => {
      for (const end of ends) end();
    });
    this.#glass.addEventListener('dblclick', this.#showWhole);
    document.addEventListener('fullscreenchange', () => this.#render(), { signal });
    window.addEventListener('hashchange', () => this.#followAddress(), { signal });
  }

  #followAddress(): void {
    const named = numberInAddress();
    if (named === null || named === this.#number) return;
    this.#number = named;
    this.goTo(named - 1);
  }

  async #loadControls(): Promise<void> {
    const { createControls } = await loadPart(() => import('./controls.ts'));
    this.#showControls = createControls(this, {
      main: this.#main,
      stage: this.#stage,
      gestures: () => this.#view().gestures,
      showWhole: this.#showWhole,
      again: () => this.#frames.reload(),
      removeBlank: () => this.setBlank(null),
    });
    this.#render();
  }

  #measure(): void {
    this.#size = this.#stage.getBoundingClientRect();
    this.#render();
  }

  #view(): SlideView {
    return slideView({
      dimensions: this.opened.shared.deck.dimensions,
      size: this.#size,
      wanted: this.#wanted,
      setWanted: (next) => {
        this.#wanted = next(this.#wanted);
        this.#render();
      },
      pinched: this.#pinched,
      corner: () => this.#stage.getBoundingClientRect(),
      onSwipe: (direction) => this.#move({ is: 'step', direction, skip: false }),
    });
  }

  #render(): void {
    const { facts } = this;
    const { slide, isZoomed } = this.#view();
    const { slides, dimensions, slideSelector } = this.opened.shared.deck;
    const { ownRuntime } = this.#deck;
    for (const [side, value] of Object.entries(slide)) this.#slideBox.style.setProperty(side, `${value}px`);
    this.#frames.show({
      slides,
      position: { ...facts, reopen: () => this.#move({ is: 'reopened' }) },
      baseUrl: this.opened.playback.baseUrl,
      stepped: !ownRuntime,
      ownName: ownRuntime ? ownRuntimeName(slideSelector) : undefined,
      sandbox: SCRIPTS_ONLY,
      allow: DECK_ALLOWED,
      ahead: true,
      dimensions,
      shown: slide,
      isZoomed,
      titleOf: (index) => fill(words.frame, { number: index + 1, label: slides[index]?.title ?? '' }),
    });
    this.#stage.dataset['zoomed'] = String(isZoomed);
    this.#slideBox.ariaBusy = String(!this.isShown);
    this.#glass.hidden = !isZoomed;
    this.#showControls?.({ facts, stage: this.#shown, blank: this.#blank, isZoomed });
    if (this.isShown && this.#number !== facts.current + 1) {
      this.#number = facts.current + 1;
      history.replaceState(null, '', `#${this.#number}`);
    }
    for (const look of this.#watchers) look();
  }
}
