import { setTimeout as delay } from 'node:timers/promises';
import { SlideError } from './deck-document.ts';
import { raced } from '../raced.ts';
import type { CaptureFormat, StagePage } from './stage-page.ts';

/** Waiting for fonts, pictures, media and other requests of a slide may take this part of the time for a slide, in all. */
const LOADING = 1 / 2;
/** How long to wait until nothing moves on a slide. */
const MOTION_MS = 2000;
/** At least so many captures are compared before a slide is taken to move for ever: a busy machine makes few of them in that time. */
const COMPARED_MIN = 6;
/** Waiting for them may take this part of the time for a slide. */
const COMPARING = 1 / 4;
/** Time between two captures that are compared. */
const PAUSE_MS = 80;

/**
 * Captures a slide once its parts have loaded and nothing moves any more: animations are shown at their end, videos at their poster or first
 * frame. A slide that never comes to rest is captured as it is after two seconds, on a busy machine later.
 * @param slideMs the time for a slide
 * @returns the picture, and whether the slide came to rest
 * @throws SlideError if the document has left
 */
export async function stillPicture(
  stage: StagePage,
  format: CaptureFormat,
  slideMs: number,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<StagePage['capture']>> & { isStill: boolean }> {
  const settle = settling(stage, slideMs * LOADING, signal);
  let isStill = (await settle()) === 'at rest';
  let picture = await raced(stage.capture(format), signal);
  const started = performance.now();
  const mayMove = (compared: number): boolean => {
    const waited = performance.now() - started;
    return waited < MOTION_MS || (compared < COMPARED_MIN && waited < slideMs * COMPARING);
  };
  for (let compared = 0; !isStill && mayMove(compared); compared += 1) {
    await delay(PAUSE_MS, undefined, { signal });
    const state = await settle();
    const next = await raced(stage.capture(format), signal);
    isStill = state === 'at rest' || (state === 'may move' && next.bytes.equals(picture.bytes));
    picture = next;
  }
  if (!stage.isThere) throw new SlideError('left');
  return { ...picture, isStill };
}

/**
 * - `changed`: something was stopped or is still on its way. A picture may be that of before, even if it equals the one before it, because a busy
 *   browser presents a frame late.
 * - `may move`: nothing is known to move, but scripts may move anything.
 * - `at rest`: nothing can move.
 */
type DocumentState = 'changed' | 'may move' | 'at rest';

/**
 * @param loadingMs how long may be waited for the parts of the slide, in all
 * @returns a function that waits for them and stops what moves. It is called until the slide has come to rest.
 */
function settling(stage: StagePage, loadingMs: number, signal: AbortSignal): () => Promise<DocumentState> {
  let [isFirst, mayMeasureAgain] = [true, true];
  const started = performance.now();
  const left = (): number => Math.max(0, Math.ceil(loadingMs - (performance.now() - started)));
  return async () => {
    const { frame } = stage;
    if (frame === null || frame.isDetached()) throw new SlideError('left');
    const { state, hasEnded } = await raced(
      frame.evaluate(completeDocument, { partsMs: left(), isFirst, mayMeasureAgain }),
      signal,
    );
    // Not each time, because what a deck does then may begin an animation.
    if (hasEnded) mayMeasureAgain = false;
    isFirst = false;
    const isLoaded = await raced(stage.requestsDone(left()), signal);
    return state === 'at rest' && !isLoaded ? 'may move' : state;
  };
}

interface Settling {
  /** How long to wait for fonts, pictures and media. */
  readonly partsMs: number;
  /** The first time for a slide. */
  readonly isFirst: boolean;
  /** Whether the deck may measure its slide again if animations were ended. */
  readonly mayMeasureAgain: boolean;
}

/**
 * Runs in the document. What the deck may have changed there can only make it wait or not wait.
 * @returns the state, and whether animations were ended
 */
async function completeDocument({
  partsMs,
  isFirst,
  mayMeasureAgain,
}: Settling): Promise<{ state: DocumentState; hasEnded: boolean }> {
  const isSeen = (element: Element): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && element.checkVisibility();
  };
  const once = (target: EventTarget, ...types: string[]): Promise<void> =>
    new Promise((resolve) => {
      for (const type of types) target.addEventListener(type, () => resolve(), { once: true });
    });
  const hasFailed = ({ error, networkState }: HTMLVideoElement): boolean =>
    error !== null || networkState === HTMLMediaElement.NETWORK_NO_SOURCE;
  /** Resolves when the video has a frame, or no source that can be played. Each of its `source` elements has an event of its own. */
  const loaded = (video: HTMLVideoElement): Promise<void> =>
    new Promise((resolve) => {
      video.addEventListener('loadeddata', () => resolve(), { once: true });
      video.addEventListener('error', () => setTimeout(() => hasFailed(video) && resolve()), { capture: true });
    });
  // Not by a timer, because long ones are held.
  const late = once(AbortSignal.timeout(partsMs), 'abort');

  // Those that follow a scroll position do not move by themselves.
  const animations = (): Animation[] => document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline);

  let [isChanged, hasEnded] = [false, false];
  for (const animation of animations()) {
    const { endTime, duration } = animation.effect?.getComputedTiming() ?? {};
    const isEndless = endTime === Infinity;
    if (isEndless ? animation.playState === 'paused' && animation.currentTime === 0 : animation.playState === 'finished')
      continue;
    isChanged = true;
    if (!isEndless) {
      animation.finish();
      hasEnded = true;
    }
    // At its beginning, the picture is the same each time. It goes there by way of another moment: an animation that has just begun has the
    // style of its beginning already, and Chromium would leave on the screen what its compositor has moved since then.
    else if (animation.playState === 'paused') animation.currentTime = 0;
    else {
      animation.pause();
      animation.currentTime = Number(duration) / 3;
    }
  }
  const parts: Promise<unknown>[] = [document.fonts.ready];
  for (const image of document.images) {
    if (image.complete || !isSeen(image)) continue;
    image.loading = 'eager';
    parts.push(once(image, 'load', 'error'));
  }
  const videos = [...document.querySelectorAll('video')].filter(isSeen);
  for (const video of videos) {
    const hasPoster = video.poster !== '';
    if (!video.paused) {
      isChanged = true;
      video.pause();
    }
    video.autoplay = false;
    if (hasPoster && video.currentTime > 0) {
      isChanged = true;
      video.load();
    }
    if (hasPoster || hasFailed(video)) continue;
    if (video.preload !== 'auto') video.preload = 'auto';
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
      isChanged = true;
      parts.push(loaded(video));
    } else if (video.currentTime > 0) {
      isChanged = true;
      parts.push(once(video, 'seeked', 'error'));
      video.currentTime = 0;
    }
  }
  await Promise.race([Promise.all(parts), late]);
  const presented = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await presented();
  // One script is the bridge. A busy browser presents the frame of a video later than it says.
  const isMovable =
    document.scripts.length > 1 || document.querySelector('iframe, canvas, object, embed, video, svg script') !== null;
  // reveal.js centers a slide when it is shown, by the height that it has then, before its text is fitted and in the middle of its animations; and
  // each time its window is resized.
  if (isMovable && (isFirst || (hasEnded && mayMeasureAgain))) {
    dispatchEvent(new Event('resize'));
    await presented();
  }
  if (isChanged || animations().some(({ playState }) => playState === 'running')) return { state: 'changed', hasEnded };
  return { state: isMovable ? 'may move' : 'at rest', hasEnded };
}
