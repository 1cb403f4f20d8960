import { setTimeout as delay } from 'node:timers/promises';
import { SlideError } from './deck-document.ts';
import { raced } from '../raced.ts';
import type { CaptureFormat, StagePage } from './stage-page.ts';

/** How long to wait for fonts, pictures and media of a slide. */
const PARTS_MS = 3000;
/** How long to wait until nothing moves on a slide. */
const MOTION_MS = 2000;
/** Time between two captures that are compared. */
const PAUSE_MS = 80;

/**
 * Captures a slide once its parts have loaded and nothing moves any more: animations are shown at their end, videos at their poster or first
 * frame. A slide that never comes to rest is captured as it is after two seconds.
 * @returns the picture, and whether the slide came to rest
 * @throws SlideError if the document has left
 */
export async function stillPicture(
  stage: StagePage,
  format: CaptureFormat,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<StagePage['capture']>> & { isStill: boolean }> {
  let isStill = await complete(stage, signal);
  let picture = await raced(stage.capture(format), signal);
  const end = performance.now() + MOTION_MS;
  while (!isStill && performance.now() < end) {
    await delay(PAUSE_MS, undefined, { signal });
    const isAtEnd = await complete(stage, signal);
    const next = await raced(stage.capture(format), signal);
    isStill = isAtEnd || next.bytes.equals(picture.bytes);
    picture = next;
  }
  if (!stage.isThere) throw new SlideError('left');
  return { ...picture, isStill };
}

/** @returns whether nothing in the document has been changed or can move */
async function complete(stage: StagePage, signal: AbortSignal): Promise<boolean> {
  const { frame } = stage;
  if (frame === null || frame.isDetached()) throw new SlideError('left');
  const isQuiet = await raced(frame.evaluate(completeDocument, PARTS_MS), signal);
  const isLoaded = await raced(stage.requestsDone(PARTS_MS), signal);
  return isQuiet && isLoaded;
}

/** Runs in the document. What the deck may have changed there can only make it wait or not wait. */
async function completeDocument(most: number): Promise<boolean> {
  const isSeen = (element: Element): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && element.checkVisibility();
  };
  const once = (target: EventTarget, ...types: string[]): Promise<void> =>
    new Promise((resolve) => {
      for (const type of types) target.addEventListener(type, () => resolve(), { once: true });
    });

  // The frame that shows a change may be presented only after the next capture, so a document that was changed here is captured again.
  let isChanged = false;
  for (const animation of document.getAnimations()) {
    const isEndless = animation.effect?.getComputedTiming().endTime === Infinity;
    if (isEndless ? animation.playState === 'paused' && animation.currentTime === 0 : animation.playState === 'finished')
      continue;
    isChanged = true;
    if (isEndless) {
      // At its beginning, the picture is the same each time.
      animation.pause();
      animation.currentTime = 0;
    } else animation.finish();
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
    if (!video.paused) video.pause();
    video.autoplay = false;
    if (hasPoster && video.currentTime > 0) video.load();
    if (hasPoster || video.error !== null || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) continue;
    if (video.preload !== 'auto') video.preload = 'auto';
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) parts.push(once(video, 'loadeddata', 'error'));
    else if (video.currentTime > 0) {
      parts.push(once(video, 'seeked', 'error'));
      video.currentTime = 0;
    }
  }
  await Promise.race([Promise.all(parts), new Promise((resolve) => setTimeout(resolve, most))]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // One script is the bridge. Scripts of the deck may move anything.
  return (
    !isChanged &&
    document.scripts.length <= 1 &&
    document.querySelector('iframe, canvas, object, embed, svg script') === null &&
    document.getAnimations().every(({ playState }) => playState !== 'running')
  );
}
