import { STEPPED_SLIDE, WAITING_SLIDE } from '#web/protocol/frame-name.ts';
import { tellFrame } from '#web/protocol/frame-messages.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import type { SlideFiles } from '#web/stage/position/slide-runs.ts';
import type { Size } from '#web/stage/view/zoom.ts';
import type { takeFirstFrame } from './first-frame.ts';
import { type SlideFault, SilentSlide } from './silent-slide.ts';
import { afterPainting, createSlideFrame, fitFrame, type FrameSource } from './slide-frame.ts';
import { slideUrl } from './slide-url.ts';
import { documentsAt, framed, type StageDocument, startOf } from './stage-documents.ts';
import { StrayFrame } from './stray-frame.ts';

/** `seen`: visible; `coming`: loads behind the visible one; `first`: loads with none visible; `waiting`: loaded ahead. */
type FrameRole = 'seen' | 'coming' | 'first' | 'waiting';

/** What the frames show. */
export interface StageScene {
  readonly slides: SlideFiles;
  readonly position: Pick<DeckPosition, 'index' | 'hasReported' | 'arriving' | 'reopen'>;
  /** The address below which the files of the package are found. */
  readonly baseUrl: string;
  /** Whether the bridge plays the slides' steps, because the documents have no runtime that does. */
  readonly stepped: boolean;
  /** The frames' name if the deck has its own runtime. */
  readonly ownName: string | undefined;
  /** Tokens of the frames' `sandbox`. */
  readonly sandbox: string;
  /** The frames' `allow` attribute. */
  readonly allow: string;
  /** Whether the slides next to this one are loaded ahead. */
  readonly ahead: boolean;
  /** The slide's size in its own pixels. */
  readonly dimensions: Size;
  /** The slide's size on the screen, in CSS pixels. */
  readonly shown: Size;
  readonly isZoomed: boolean;
  /** The frame's title, for the slide with this index. */
  readonly titleOf: (slideIndex: number) => string;
}

/** What can be seen of the current slide. */
export interface StageState {
  /** Identifies the current document. */
  readonly document: string;
  readonly isShown: boolean;
  /** Why it cannot be seen; `astray`: its document keeps leaving its frame. */
  readonly fault: SlideFault | 'astray' | null;
}

interface StageActions {
  /** Called when the state has changed. */
  readonly changed: (state: StageState) => void;
  /** Requests the deck's address again, because the server refuses the one there is. */
  readonly renewAddress: () => Promise<unknown>;
  /** The frame that the page has created before this. Left out: it has none. */
  readonly takeFirst?: typeof takeFirstFrame;
}

/** How long slow images may delay a document that has reported its position. */
const SLOW_PICTURES_MS = 600;
/** How long to wait for the report of a loaded document, which it sends once it has been painted. It may have no bridge. */
const UNREPORTED_MS = 1000;
/** How long to wait for a document that is not loaded and reports nothing. */
const SILENT_MS = 6000;

/**
 * The frames of a deck. Each document gets its own frame, so that documents add nothing to the browser history. The previous frame stays
 * visible until the new one has painted. The neighbouring slides are loaded ahead in waiting frames: sandboxed documents do not share a
 * cache, so any other prefetch would be downloaded twice.
 */
export class StageFrames {
  readonly #box: HTMLElement;
  readonly #holder: { current: HTMLIFrameElement | null };
  readonly #actions: StageActions;
  readonly #frames = new Map<string, HTMLIFrameElement>();
  readonly #loaded = new Set<string>();
  /** Frames that have loaded a document again before they became the current one. */
  readonly #loadedTwice = new Set<string>();
  /** How often each document was left, by its first slide. */
  readonly #left = new Map<number, number>();
  readonly #silent: SilentSlide;
  readonly #stray: StrayFrame;
  #scene: StageScene | null = null;
  /** The key of the visible document; null before the first. */
  #seen: string | null = null;
  /** The key of the document that keeps leaving. */
  #astray: string | null = null;
  #state: StageState = { document: '', isShown: false, fault: null };
  /** The documents to which the page has said hello, and whether they were loaded. */
  #greeted = '';
  #isCloser = false;
  #showing: { readonly why: string; readonly stop: () => void } | null = null;

  /**
   * @param box where the frames are put
   * @param holder receives the frame of the current slide
   */
  constructor(box: HTMLElement, holder: { current: HTMLIFrameElement | null }, actions: StageActions) {
    this.#box = box;
    this.#holder = holder;
    this.#actions = actions;
    this.#silent = new SilentSlide({
      changed: () => this.#update(),
      renewAddress: actions.renewAddress,
      reload: () => this.reload(),
    });
    this.#stray = new StrayFrame(holder, (keepsLeaving) => {
      if (keepsLeaving) {
        this.#astray = this.#state.document;
        return this.#update();
      }
      this.#scene?.position.reopen();
      this.reload();
    });
  }

  show(scene: StageScene): void {
    this.#scene = scene;
    this.#update();
  }

  /** Loads the document of the current slide again. */
  reload(): void {
    this.#leave(this.#state.document);
    this.#update();
  }

  stop(): void {
    this.#silent.stop();
    this.#stray.stop();
    this.#showing?.stop();
    for (const frame of this.#frames.values()) frame.remove();
    this.#frames.clear();
    this.#loaded.clear();
    this.#holder.current = null;
    this.#scene = null;
  }

  #update(): void {
    const scene = this.#scene;
    if (scene === null) return;
    const { slides, position, baseUrl, sandbox, ownName, stepped, ahead } = scene;
    const variant = `${baseUrl} ${sandbox} ${ownName ?? ''}`;
    const documents = documentsAt({ slides, index: position.index, variant, left: this.#left });
    const { key, start } = documents.current;
    this.#place(framed(stepped && ahead ? documents : { ...documents, near: [] }, this.#seen, this.#loaded), scene, key);
    const isLoaded = this.#loaded.has(key);
    this.#greet(key, isLoaded, scene);
    this.#showWhenReady(documents.current, isLoaded, position);
    const isSilent = isLoaded && !position.hasReported;
    this.#silent.watch(isSilent ? slideUrl(baseUrl, slides[start]?.file ?? '') : null, position.hasReported);
    this.#report({
      document: key,
      isShown: this.#seen === key,
      fault: this.#astray === key ? 'astray' : this.#silent.fault,
    });
  }

  #report(state: StageState): void {
    const { document, isShown, fault } = this.#state;
    this.#state = state;
    if (state.document !== document || state.isShown !== isShown || state.fault !== fault) this.#actions.changed(state);
  }

  /** Creates, changes and removes frames. An existing frame is never moved: it would load again. */
  #place(wanted: readonly StageDocument[], scene: StageScene, current: string): void {
    for (const [key, frame] of this.#frames) {
      if (wanted.some((other) => other.key === key)) continue;
      frame.remove();
      this.#frames.delete(key);
      this.#loaded.delete(key);
    }
    let next: HTMLIFrameElement | null = null;
    for (const { key, start } of wanted.toReversed()) {
      const frame = this.#frames.get(key) ?? this.#create(key, start, key === current, scene);
      const role = this.#roleOf(key, current);
      const { dimensions, shown, titleOf } = scene;
      frame.dataset['role'] = role;
      frame.dataset['current'] = String(key === current);
      frame.inert = key !== current;
      frame.title = titleOf(start);
      fitFrame(frame, dimensions, shown);
      if (key === current) this.#makeCurrent(frame);
      if (!frame.isConnected) this.#box.insertBefore(frame, next);
      next = frame;
    }
  }

  /** The frame before it may stay on the screen for a while. The focus leaves it, because keys that it receives count no more. */
  #makeCurrent(frame: HTMLIFrameElement): void {
    if (this.#holder.current !== frame) this.#holder.current?.blur();
    this.#holder.current = frame;
  }

  #create(key: string, start: number, isCurrent: boolean, scene: StageScene): HTMLIFrameElement {
    const { slides, baseUrl, stepped, ownName, sandbox, allow } = scene;
    // The bridge reads the name when the document starts to load; a waiting frame keeps its name.
    const name = stepped ? (isCurrent ? STEPPED_SLIDE : WAITING_SLIDE) : ownName;
    const source = { src: slideUrl(baseUrl, slides[start]?.file ?? ''), name, sandbox, allow };
    const frame = (isCurrent ? this.#takeFirst(key, source) : null) ?? createSlideFrame(source);
    frame.dataset['start'] = String(start);
    frame.addEventListener('load', () => this.#load(key));
    this.#frames.set(key, frame);
    return frame;
  }

  #takeFirst(key: string, source: FrameSource): HTMLIFrameElement | null {
    const first = this.#actions.takeFirst?.(source, (frame) => this.#box.moveBefore(frame, null)) ?? null;
    if (first === null) return null;
    if (first.loads > 0) this.#loaded.add(key);
    if (first.loads > 1) this.#loadedTwice.add(key);
    if (first.isShown) this.#seen = key;
    return first.frame;
  }

  #roleOf(key: string, current: string): FrameRole {
    if (key === this.#seen) return 'seen';
    if (key !== current) return 'waiting';
    return this.#seen === null ? 'first' : 'coming';
  }

  #load(key: string): void {
    if (!this.#frames.has(key)) return;
    if (!this.#loaded.has(key)) {
      this.#loaded.add(key);
      this.#update();
    } else if (key === this.#state.document) this.#stray.loadedAgain();
    else this.#loadedTwice.add(key);
  }

  /** The frame is the current one from now on. If it was loaded ahead, its earlier messages were ignored, so ask for them again. */
  #greet(key: string, isLoaded: boolean, { isZoomed }: StageScene): void {
    const greeting = `${isLoaded} ${key}`;
    if (greeting !== this.#greeted) {
      this.#greeted = greeting;
      if (this.#loadedTwice.delete(key)) this.#stray.loadedAgain();
      tellFrame(this.#holder, { lectern: 'hello' });
    } else if (isZoomed === this.#isCloser) return;
    this.#isCloser = isZoomed;
    tellFrame(this.#holder, { lectern: 'closer', isZoomed });
  }

  /** Shows the current document once it has painted. */
  #showWhenReady({ key }: StageDocument, isLoaded: boolean, { hasReported, arriving }: StageScene['position']): void {
    const isReady = isLoaded && !arriving;
    const why = `${isReady} ${hasReported} ${this.#seen ?? ''} ${key}`;
    if (this.#showing?.why === why) return;
    this.#showing?.stop();
    this.#showing = null;
    // Also if the user has come back to it before another one was shown.
    if (this.#seen === key) return;
    const show = (): void => {
      const before = this.#seen;
      this.#seen = key;
      this.#showing = null;
      // After a change of address the document replaces itself; the new frame exists already and must not be loaded again.
      if (before !== null && startOf(before) !== startOf(key)) this.#leave(before);
      this.#update();
    };
    if (isReady && hasReported) {
      this.#showing = { why, stop: afterPainting(show) };
    } else {
      const timer = setTimeout(show, isReady ? UNREPORTED_MS : hasReported ? SLOW_PICTURES_MS : SILENT_MS);
      this.#showing = { why, stop: () => clearTimeout(timer) };
    }
  }

  /** A document that is shown again is loaded afresh. */
  #leave(key: string): void {
    const start = startOf(key);
    this.#left.set(start, (this.#left.get(start) ?? 0) + 1);
  }
}
