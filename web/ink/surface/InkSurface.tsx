import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InkPoint, Stroke } from '#shared/ink.ts';
import type { GestureActions } from '#web/stage/view/stage-gestures.ts';
import { ERASER_REACH_PX, gestureOf } from './gestures.ts';
import type { Gesture, GestureTarget } from './gesture-target.ts';
import type { DrawnForm } from '#web/ink/sheets/ink-sheet.ts';
import { colorOf, type InkChoice, unitOf, widthOf } from '#web/ink/toolbar/ink-tools.ts';
import { personColor } from '#web/lib/person-color.ts';
import { touches } from './stroke-hit.ts';
import { MarkLayers } from '#web/ink/MarkLayers.tsx';
import { TextEntry } from './TextEntry.tsx';
import { usePointers } from './use-pointers.ts';
import { moveRing, previewOn, showErasing } from './wet-ink.ts';

/** What draw mode passes to the surface. */
export interface SurfaceUse {
  /** Handles fingers that move the slide. */
  readonly moves: GestureActions | undefined;
  readonly choice: InkChoice;
  readonly myId: string;
  /** Drawing is not possible; authors' names are still shown. */
  readonly locked: boolean;
  readonly mayErase: (stroke: Stroke) => boolean;
  /** As `preview` of `GestureTarget`. */
  readonly onPreview: (form: DrawnForm | null) => void;
  readonly onDraw: (form: DrawnForm) => void;
  readonly onErase: (strokes: readonly Stroke[]) => void;
  /** Outside draw mode the surface exists only for a pen that is near. */
  readonly penOnly: boolean;
  /** Called with true when a pointer starts to draw or erase, with false when it ends. */
  readonly onDrawing: (drawing: boolean) => void;
  readonly onPenNear: () => void;
  readonly onPenGone: () => void;
}

interface InkSurfaceProps extends SurfaceUse {
  readonly strokes: readonly Stroke[];
  readonly dimensions: { readonly width: number; readonly height: number };
}

/**
 * The surface for pen, mouse and touch. The stroke under the pen is drawn directly into the DOM, without React; it becomes a
 * `Stroke` when the pen is lifted.
 */
export function InkSurface(props: InkSurfaceProps) {
  const { choice, strokes, dimensions, locked, myId } = props;
  const { t } = useTranslation();
  const surface = useRef<HTMLDivElement>(null);
  const wet = useRef<SVGPathElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const [writingAt, setWritingAt] = useState<InkPoint | null>(null);
  const [met, setMet] = useState<{ stroke: Stroke; left: number; top: number; width: number } | null>(null);

  const meet = (stroke: Stroke | undefined, event: PointerEvent): void => {
    const box = surface.current?.getBoundingClientRect();
    if (stroke === undefined || box === undefined) return setMet(null);
    if (met?.stroke !== stroke)
      setMet({ stroke, left: event.clientX - box.left, top: event.clientY - box.top, width: box.width });
  };
  const gestureTarget = (): GestureTarget | null => {
    const box = surface.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return null;
    const pixel = dimensions.width / box.width;
    const paint = previewOn(wet);
    return {
      choice,
      unit: unitOf(dimensions),
      pixel,
      strokes,
      toSlide: ({ clientX, clientY }) => [(clientX - box.left) * pixel, (clientY - box.top) * pixel],
      mayErase: props.mayErase,
      preview: (form) => {
        paint(form);
        props.onPreview(form);
      },
      draw: props.onDraw,
      write: setWritingAt,
      erasing: (ids) => showErasing(surface.current?.parentElement, ids),
      erase: props.onErase,
      meet,
    };
  };
  const theirsAt = (target: GestureTarget, event: PointerEvent): Stroke | undefined => {
    const at = target.toSlide(event);
    return strokes.findLast((stroke) => touches(stroke, at, at, 4 * target.pixel) && (locked || stroke.author.id !== myId));
  };

  const begin = (event: PointerEvent): Gesture | null => {
    const target = gestureTarget();
    setMet(null);
    // While a text is being typed, a click next to it only finishes the text.
    if (target === null || writingAt !== null) return null;
    if (locked && choice.tool !== 'eraser') {
      meet(theirsAt(target, event), event);
      return null;
    }
    moveRing(ring.current, event);
    return gestureOf(target, event, dimensions);
  };
  const hover = (event: PointerEvent): void => {
    if (props.penOnly) return event.pointerType === 'pen' ? props.onPenNear() : props.onPenGone();
    const target = gestureTarget();
    moveRing(ring.current, event);
    if (target !== null && event.buttons === 0) meet(theirsAt(target, event), event);
  };
  const leave = (): void => {
    setMet(null);
    if (props.penOnly) props.onPenGone();
  };
  const admit = ({ pointerType }: PointerEvent): boolean => {
    if (!props.penOnly || pointerType === 'pen') return true;
    props.onPenGone();
    return false;
  };
  usePointers(surface, { ...props, admit, begin, hover, leave });

  const write = (text: string): void => {
    if (writingAt !== null && text !== '') {
      props.onDraw({
        tool: 'text',
        color: colorOf(choice),
        width: widthOf('text', choice.width, dimensions),
        points: [writingAt],
        text,
      });
    }
    setWritingAt(null);
  };
  const viewBox = `0 0 ${dimensions.width} ${dimensions.height}`;
  return (
    <>
      {choice.tool === 'highlighter' ? (
        <MarkLayers viewBox={viewBox}>
          <path ref={wet} />
        </MarkLayers>
      ) : (
        <svg className="ink-layer ink-wet" viewBox={viewBox} aria-hidden="true">
          <path ref={wet} />
        </svg>
      )}
      <div ref={surface} className="ink-surface" data-tool={choice.tool} data-locked={locked}>
        <div ref={ring} className="ink-ring" style={{ '--reach': `${ERASER_REACH_PX}px` }} />
      </div>
      {writingAt !== null && (
        <TextEntry
          at={writingAt}
          color={colorOf(choice)}
          size={widthOf('text', choice.width, dimensions)}
          dimensions={dimensions}
          onDone={write}
        />
      )}
      {met !== null && (
        <p
          className="ink-name"
          data-from-end={met.left > met.width / 2}
          style={{ left: met.left, top: met.top, '--person': personColor(met.stroke.author.id) }}
        >
          {t(choice.tool === 'eraser' && !props.mayErase(met.stroke) ? 'ink.theirs' : 'ink.by', { name: met.stroke.author.name })}
        </p>
      )}
    </>
  );
}
