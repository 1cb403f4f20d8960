import '#web/stage/stage-page.css';
import './presenter.css';
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Playable } from '#web/stage-session/PlayableDeck.tsx';
import { DeckDialogs } from '#web/deck-menu/DeckDialogs.tsx';
import { useWakeLock } from '#web/lib/page/use-wake-lock.ts';
import { PositionStatus } from '#web/stage/controls/PlayerStatus.tsx';
import { lastPlace } from '#web/stage/position/last-place.ts';
import { arrivalOf, hasArrived } from '#web/stage/position/resume.ts';
import { StageLayer } from '#web/stage-session/StageLayer.tsx';
import { PresenterPalette } from './PresenterPalette.tsx';
import { useStageCommands } from '#web/stage-session/use-stage-commands.ts';
import { type StageStart, useStageSession } from '#web/stage-session/use-stage-session.tsx';
import { FloatingReactions } from '#web/talks/questions/FloatingReactions.tsx';
import { ZoomReset } from '#web/stage/view/ZoomReset.tsx';
import { Tips } from '#web/ui/Tip.tsx';
import { NewVersionLine } from '#web/versions/NewVersionLine.tsx';
import { CurrentSlide } from './CurrentSlide.tsx';
import { NewerSlide } from './NewerSlide.tsx';
import { NextSlide } from './NextSlide.tsx';
import { PresenterControls } from './PresenterControls.tsx';
import { PresenterHead } from './PresenterHead.tsx';
import { PresenterLines } from './PresenterLines.tsx';
import { PresenterNotes } from './PresenterNotes.tsx';
import { Splitter, useSplit } from './Splitter.tsx';
import { TimeStrip } from './TimeStrip.tsx';
import { usePresenterClock } from './use-presenter-clock.ts';
import { useStarting } from './use-starting.ts';
import { useTakes } from './questions/use-takes.ts';

const BEGINNING = { place: { slideIndex: 0, inner: null }, innerName: null } as const;

/** Starts where the user left the deck; a running talk overrides this. */
function usePresenterStart(deckId: string): StageStart {
  const [start] = useState(() => arrivalOf(deckId) ?? lastPlace(deckId) ?? BEGINNING);
  useEffect(() => hasArrived(deckId), [deckId]);
  return { ...start, isLinked: false };
}

/** The presenter's window: current and next slide, notes, clock and talk controls. The audience does not see it. */
export function PresenterView({ deck, baseUrl, trust }: Playable) {
  const { t } = useTranslation();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const notesSection = useRef<HTMLElement>(null);
  const [split, moveSplit] = useSplit();
  const session = useStageSession({ deck, baseUrl, trust }, usePresenterStart(deck.id), root);
  const { frame, position, inside, view, book, talks, drawing, laser, links } = session;
  const { blank, mine } = talks;
  const [clock, changeClock] = usePresenterClock(deck.id, talks);
  const changing = useMutation({ mutationFn: changeClock });
  const takes = useTakes(mine);
  const starting = useStarting(talks, takes.values);
  useWakeLock(true);
  const run = useStageCommands(session, {
    presenter: () => (mine === null ? starting.start() : undefined),
    notes: () => notesSection.current?.querySelector('textarea')?.focus(),
    coversBlank: false,
  });

  const { width, height } = deck.manifest.dimensions;
  return (
    <Tips>
      <div
        ref={setRoot}
        className="player presenter"
        style={{ ...(split !== null && { '--split': `${split}%` }), '--aspect': width / height }}
      >
        <PresenterHead deck={deck} talks={talks} takes={takes} starting={starting.pending} onStart={starting.start} />
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
              isLive={mine !== null}
              onShow={() => talks.setBlank(null)}
              overlay={session.overlay}
            >
              <FloatingReactions talk={mine} />
              {view.isZoomed && <ZoomReset onReset={view.showWhole} />}
              {drawing.toolbar}
              <StageLayer session={session} />
            </CurrentSlide>
            <PresenterControls position={position} blank={blank} laserOn={laser.on} drawing={drawing.active} onCommand={run} />
            <TimeStrip clock={clock} slide={position.current} onChange={changing.mutate} />
          </div>
          <Splitter label={t('presenter.notesWidth')} percent={split} onMove={moveSplit} />
          <div className="side-notes">
            <NextSlide deck={deck} baseUrl={baseUrl} trust={trust} shown={position} />
            <PresenterNotes deck={deck} book={book} place={inside.note} section={notesSection}>
              <NewerSlide deck={deck} place={position.place} />
            </PresenterNotes>
          </div>
        </main>
        <PresenterPalette deck={deck} position={position} onCommand={run} />
        {links.question}
        <DeckDialogs />
        <PresenterLines talks={talks} faults={[starting.fault, changing.error]}>
          <NewVersionLine deck={deck} position={position} inside={inside} />
        </PresenterLines>
      </div>
    </Tips>
  );
}
