import '#web/stage/stage-page.css';
import './presenter.css';
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Playable } from '#web/stage-session/PlayableDeck.tsx';
import { useDrawing } from '#web/ink/use-drawing.tsx';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { type CommandHandlers, closeFirst, runCommand } from '#web/stage/controls/commands.ts';
import { isMoveOfDocument } from '#web/protocol/frame-rights.ts';
import { type Command, commandFor, type KeyPress } from '#web/protocol/keys.ts';
import { useSlideLinks } from '#web/stage/links/use-slide-links.tsx';
import { useNoteBook } from '#web/notes/use-note-book.ts';
import { PositionStatus } from '#web/stage/controls/PlayerStatus.tsx';
import { arrivalOf, hasArrived, readResumePoint } from '#web/stage/position/resume.ts';
import { type Layer, StageLayer } from '#web/stage-session/StageLayer.tsx';
import { useDeckFrame } from '#web/stage-session/use-deck-frame.ts';
import { useFullscreen } from '#web/stage/controls/use-fullscreen.ts';
import { useDeckPosition } from '#web/stage/position/use-deck-position.ts';
import { useInnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { useReturnToInner } from '#web/stage/position/use-return-to-inner.ts';
import { useStageView } from '#web/stage/view/use-stage-view.ts';
import { ZoomReset } from '#web/stage/view/ZoomReset.tsx';
import { useLaser } from '#web/talks/laser/use-laser.tsx';
import { useTalks } from '#web/talks/use-talks.ts';
import { NewVersionLine } from '#web/versions/NewVersionLine.tsx';
import { CurrentSlide } from './CurrentSlide.tsx';
import { NextSlide } from './NextSlide.tsx';
import { PresenterControls } from './PresenterControls.tsx';
import { PresenterHead } from './PresenterHead.tsx';
import { PresenterLines } from './PresenterLines.tsx';
import { PresenterNotes } from './PresenterNotes.tsx';
import { Splitter, useSplit } from './Splitter.tsx';
import { TimeStrip } from './TimeStrip.tsx';
import { usePresenterClock } from './use-presenter-clock.ts';
import { useStarting } from './use-starting.ts';

const BEGINNING = { place: { slideIndex: 0, inner: null }, innerName: null } as const;

/** The presenter's window: current and next slide, notes, clock and talk controls. The audience does not see it. */
export function PresenterView({ deck, baseUrl, trust }: Playable) {
  const { t } = useTranslation();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const notesSection = useRef<HTMLElement>(null);
  const [layer, setLayer] = useState<Layer | null>(null);
  const [split, moveSplit] = useSplit();
  const fullscreen = useFullscreen(root);
  const book = useNoteBook(deck);
  // Starts where the user left the deck; a running talk overrides this.
  const [start] = useState(() => arrivalOf(deck.id) ?? readResumePoint(deck.id) ?? BEGINNING);
  useEffect(() => hasArrived(deck.id), [deck.id]);
  const talks = useTalks(deck, useDeckPosition(deck, frame, start.place), false);
  const { position, blank, setBlank, mine } = talks;
  const inside = useInnerSlides(deck, position);
  useReturnToInner(start, position, inside);
  const laser = useLaser(deck.id, talks);
  const view = useStageView(deck.manifest.dimensions, position.step);
  const drawing = useDrawing(deck, position.index, inside.here, view.gestures);
  const links = useSlideLinks({ deck, baseUrl, position, frame });
  const [clock, changeClock] = usePresenterClock(deck.id, talks);
  const changing = useMutation({ mutationFn: changeClock });
  const starting = useStarting(talks);
  useWakeLock(true);

  const { width, height } = deck.manifest.dimensions;
  const handlers: CommandHandlers = {
    step: position.step,
    goTo: (digits) => (digits === '0' && view.isZoomed ? view.showWhole() : setLayer({ is: 'goTo', digits })),
    first: () => position.goTo(0),
    last: () => position.goTo(position.count - 1),
    overview: () => setLayer({ is: 'overview' }),
    black: () => setBlank(blank === 'black' ? null : 'black'),
    white: () => setBlank(blank === 'white' ? null : 'white'),
    fullscreen: () => void fullscreen.toggle(),
    presenter: () => (mine === null ? starting.start() : undefined),
    laser: laser.toggle,
    draw: drawing.toggle,
    notes: () => notesSection.current?.querySelector('textarea')?.focus(),
    help: () => setLayer({ is: 'help' }),
    close: () =>
      closeFirst(
        laser.leave,
        () => view.isZoomed && (view.showWhole(), true),
        () => blank !== null && (setBlank(null), true),
        () => (frame.current?.blur(), true),
      ),
  };
  const run = (command: Command): void => runCommand(handlers, command);
  const press = (key: KeyPress): boolean => {
    if (layer !== null) return false;
    if (drawing.takeKey(key)) return true;
    const command = commandFor(key);
    if (command !== null && position.movesItself && isMoveOfDocument(command)) position.press(key);
    else if (command !== null) run(command);
    return command !== null;
  };

  useDeckFrame({
    frame,
    baseUrl,
    trust,
    position,
    view,
    drawing,
    press,
    navigate: (command) => (layer === null ? run(command) : undefined),
    outline: inside.setOutline,
    link: links.link,
    document: links.document,
  });

  return (
    <div ref={setRoot} className="player presenter" style={{ '--split': `${split}%`, '--aspect': width / height }}>
      <PresenterHead deck={deck} talks={talks} starting={starting.pending} onStart={starting.start} />
      <main className="presenter-main" aria-label={t('presenter.title', { title: deck.title })}>
        <PositionStatus position={position} />
        <div className="side-slide">
          <CurrentSlide
            deck={deck}
            baseUrl={baseUrl}
            sandbox={trust.sandbox}
            position={position}
            view={view}
            frame={frame}
            blank={blank}
            overlay={
              <>
                {drawing.layer}
                {laser.layer}
              </>
            }
          >
            {view.isZoomed && <ZoomReset onReset={view.showWhole} />}
            {drawing.toolbar}
            {layer !== null && (
              <StageLayer
                layer={layer}
                deck={deck}
                baseUrl={baseUrl}
                position={position}
                inside={inside}
                onClose={() => setLayer(null)}
              />
            )}
          </CurrentSlide>
          <PresenterControls position={position} blank={blank} laserOn={laser.on} drawing={drawing.active} onCommand={run} />
          <TimeStrip clock={clock} slide={position.current} onChange={changing.mutate} />
        </div>
        <Splitter label={t('presenter.notesWidth')} percent={split} onMove={moveSplit} />
        <div className="side-notes">
          <NextSlide deck={deck} baseUrl={baseUrl} trust={trust} shown={position} />
          <PresenterNotes deck={deck} book={book} place={inside.note} section={notesSection} />
        </div>
      </main>
      {links.question}
      <PresenterLines talks={talks} faults={[starting.fault, changing.error]}>
        <NewVersionLine deck={deck} position={position} inside={inside} />
      </PresenterLines>
    </div>
  );
}
