import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Stroke } from '#shared/ink.ts';
import { ownUser } from '#web/lib/session.ts';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import type { KeyPress } from '#web/protocol/keys.ts';
import type { InnerPlace } from '#web/stage/position/inner-slides.ts';
import type { GestureActions } from '#web/stage/view/stage-gestures.ts';
import { historyCommandFor, type InkCommand, inkCommandFor } from './toolbar/ink-keys.ts';
import type { SurfaceUse } from './surface/InkSurface.tsx';
import { type InkView, isAt, isShown, strokesAt } from './sheets/ink-view.ts';
import { useInkActions } from './sheets/use-ink-actions.ts';
import { useInkBook, useInkOfSlide } from './sheets/use-ink-book.ts';
import { choiceAfter, useInkChoice } from './toolbar/use-ink-choice.ts';
import { useStrokeSender, useStrokesInProgress } from './use-strokes-in-progress.ts';
import { usePenNear } from './surface/use-pen-near.ts';

const loadDrawing = () => withLaterTexts(() => import('./Drawing.tsx'));
/** Loaded after the slide, but early enough that drawing works if the connection is lost during a talk. */
const LOAD_AFTER_MS = 3000;
const InkInProgress = lazyPart(async () => (await loadDrawing()).InkInProgress);
const InkLayer = lazyPart(async () => (await loadDrawing()).InkLayer);
const InkToolbar = lazyPart(async () => (await loadDrawing()).InkToolbar);

export interface Drawing {
  /** Whether draw mode is on. */
  readonly active: boolean;
  readonly toggle: () => void;
  /** Rendered in a box with the slide's exact rectangle on the screen. */
  readonly layer: ReactNode;
  /** False outside draw mode. */
  readonly toolbar: ReactNode;
  /** Called before the player's commands; returns false if the key is not for drawing. */
  readonly takeKey: (key: KeyPress) => boolean;
  /**
   * The slide's frame reports that a pen is near or has touched it. The frame would receive the pen's next contact, so a pen-only
   * surface is laid over it. Draw mode starts when a pen really touches that surface; a frame cannot start it.
   */
  readonly penNear: (down: boolean) => void;
}

/**
 * Draw mode and the drawings of a deck, which are always shown.
 * @param inside the current slide inside a single-document deck
 * @param moves handles fingers that do not draw
 */
export function useDrawing(
  deck: DeckDetail,
  slideIndex: number,
  inside: InnerPlace | undefined,
  moves?: GestureActions,
): Drawing {
  const me = ownUser();
  const book = useInkBook(deck, me);
  const sheet = book.sheet(slideIndex);
  useInkOfSlide(book, slideIndex);
  const { strokes, lock } = useSyncExternalStore(sheet.subscribe, sheet.state);
  const [active, setActive] = useState(false);
  const [busy, setBusy] = useState(false);
  const [pen, penNear, penGone] = usePenNear();
  const [choice, choose] = useInkChoice(me.id);
  const [view, setView] = useState<InkView>('all');

  useEffect(() => {
    // If this fails, it is loaded again when the user draws, and the error is shown then.
    const timer = setTimeout(() => void loadDrawing().catch(() => undefined), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const { dimensions } = deck.manifest;
  const { index, name } = inside ?? {};
  const inner = name ?? index;
  const here = useMemo(() => strokesAt(strokes, index === undefined ? undefined : { index, name }), [strokes, index, name]);
  const seen = useMemo(() => here.filter((stroke) => isShown(stroke, view, me.id)), [here, view, me.id]);
  const sender = useStrokeSender(deck, slideIndex, inner);
  const actions = useInkActions(sheet, inner, here, me.id);

  const enter = (): void => {
    // A focused frame would receive Ctrl+Z.
    if (document.activeElement instanceof HTMLIFrameElement) document.activeElement.blur();
    setActive(true);
  };
  const toggle = (): void => (active ? setActive(false) : enter());
  const run = (command: InkCommand): void => {
    const next = choiceAfter(choice, command);
    if (next !== null) return choose(next);
    if (command.do === 'clear') actions.clearMine();
    else if (command.do === 'leave') setActive(false);
  };
  const takeKey = (key: KeyPress): boolean => {
    const command = active ? inkCommandFor(key) : null;
    if (command !== null) run(command);
    return command !== null;
  };
  useHistoryKeys(active, (direction) => actions[direction]());

  const begin = (drawing: boolean): void => {
    setBusy(drawing);
    // Users must see what they draw, and a pen starts to draw without a button.
    if (drawing && !isShown({ author: me }, view, me.id)) setView('all');
    if (drawing && !active) enter();
  };
  const surface: SurfaceUse | null =
    active || pen
      ? {
          moves,
          choice,
          myId: me.id,
          locked: lock !== null,
          mayErase: (stroke) => lock !== 'foreign' && lock !== 'replaced' && sheet.mayErase(stroke),
          onPreview: sender.show,
          onDraw: (form) => sheet.draw(form, inner, sender.finish()),
          onErase: (erased) => sheet.erase(erased, inner),
          penOnly: !active,
          onDrawing: begin,
          onPenNear: () => penNear(),
          onPenGone: penGone,
        }
      : null;
  const placeKey = `${slideIndex} ${String(index)}`;

  return {
    active,
    toggle,
    takeKey,
    penNear,
    layer: (
      <>
        {(seen.length > 0 || surface !== null) && (
          <Suspense>
            <InkLayer key={placeKey} strokes={seen} dimensions={dimensions} surface={surface} />
          </Suspense>
        )}
        <OthersInk deck={deck} slideIndex={slideIndex} inside={inside} strokes={strokes} view={view} myId={me.id} />
      </>
    ),
    toolbar: active && (
      <Suspense>
        <InkToolbar
          choice={choice}
          onChoose={choose}
          here={here}
          dimensions={dimensions}
          name={`${deck.title} ${(index ?? slideIndex) + 1}`}
          myId={me.id}
          lock={lock}
          view={view}
          onView={setView}
          canUndo={sheet.canUndoRedo('undo', inner)}
          canRedo={sheet.canUndoRedo('redo', inner)}
          mayClearAll={deck.permissions.edit}
          actions={actions}
          busy={busy}
          onLeave={() => setActive(false)}
        />
      </Suspense>
    ),
  };
}

interface OthersInkProps {
  deck: DeckDetail;
  slideIndex: number;
  inside: InnerPlace | undefined;
  /** The finished strokes of the slide. */
  strokes: readonly Stroke[];
  view: InkView;
  myId: string;
}

/** What others are drawing on the slide. Separate from `useDrawing`, so that their movements do not re-render the stage. */
function OthersInk({ deck, slideIndex, inside, strokes, view, myId }: OthersInkProps) {
  const shown = useStrokesInProgress(deck).filter(
    ({ slideIndex: at, author, stroke }) =>
      at === slideIndex && isAt(stroke, inside) && isShown({ author }, view, myId) && !strokes.some(({ id }) => id === stroke.id),
  );
  if (shown.length === 0) return null;
  return (
    <Suspense>
      <InkInProgress strokes={shown} dimensions={deck.manifest.dimensions} />
    </Suspense>
  );
}

function useHistoryKeys(active: boolean, turn: (direction: 'undo' | 'redo') => void): void {
  const take = useEffectEvent(turn);
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent): void => {
      const direction = historyCommandFor(event);
      if (direction === null || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      take(direction);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
