import '#web/stage/stage-page.css';
import './player.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { DeckTrust } from '#shared/playback.ts';
import { PresentDialog } from '#web/talks/PresentDialog.tsx';
import { NewVersionLine } from '#web/versions/NewVersionLine.tsx';
import { TalkBar } from '#web/talks/TalkBar.tsx';
import { useLaser } from '#web/talks/laser/use-laser.tsx';
import { usePresenterView } from '#web/talks/use-presenter-view.ts';
import { useTalks } from '#web/talks/use-talks.ts';
import { useDrawing } from '#web/ink/use-drawing.tsx';
import { BottomBar } from './BottomBar.tsx';
import type { SlideCandidate } from '#web/protocol/messages.ts';
import { tellFrame } from '#web/protocol/use-frame.ts';
import { InnerSlidesDialog } from './inner-slides/InnerSlidesDialog.tsx';
import { BlankScreen } from './BlankScreen.tsx';
import { useSlideLinks } from '#web/stage/links/use-slide-links.tsx';
import { NotesPanel } from '#web/notes/NotesPanel.tsx';
import { useNoteBook } from '#web/notes/use-note-book.ts';
import { useNotesOpen } from '#web/notes/use-notes-open.ts';
import { PlayerStatus } from '#web/stage/controls/PlayerStatus.tsx';
import { Stage } from '#web/stage/frames/Stage.tsx';
import { type Layer, StageLayer } from '#web/stage-session/StageLayer.tsx';
import { TopBar } from './TopBar.tsx';
import { TrustBar } from './trust/TrustBar.tsx';
import { TrustDialog } from './trust/TrustDialog.tsx';
import { useDeckTrust } from './trust/use-deck-trust.ts';
import { useAwake } from './use-awake.ts';
import { useFullscreen } from '#web/stage/controls/use-fullscreen.ts';
import { usePlaceInAddress, useStart } from './use-place-in-address.ts';
import { useNotesFocus } from '#web/notes/use-notes-focus.ts';
import { usePlayerCommands } from './use-player-commands.ts';
import { useDeckFrame } from '#web/stage-session/use-deck-frame.ts';
import { useDeckPosition } from '#web/stage/position/use-deck-position.ts';
import { useInnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { useReturnToInner } from '#web/stage/position/use-return-to-inner.ts';
import { useStageView } from '#web/stage/view/use-stage-view.ts';
import { ZoomReset } from '#web/stage/view/ZoomReset.tsx';

interface PlayerProps {
  deck: DeckDetail;
  baseUrl: string;
  trust: DeckTrust;
}

/** Plays a deck: the stage with controls, notes, drawing, talks and permissions. */
export function Player({ deck, baseUrl, trust }: PlayerProps) {
  const { t } = useTranslation();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [layer, setLayer] = useState<Layer | { is: 'trust' } | { is: 'inner' } | null>(null);
  const closeLayer = () => setLayer(null);
  const [candidates, setCandidates] = useState<readonly SlideCandidate[]>([]);
  const showInner = () => {
    tellFrame(frame, { lectern: 'candidates' });
    setLayer({ is: 'inner' });
  };
  const [notesOpen, toggleNotes] = useNotesOpen();
  const [awake, wake] = useAwake();
  const fullscreen = useFullscreen(root);
  const book = useNoteBook(deck);
  const start = useStart(deck);
  const talks = useTalks(deck, useDeckPosition(deck, frame, start.place), start.isLinked);
  const { position, blank, setBlank } = talks;
  const inside = useInnerSlides(deck, position);
  const presenterView = usePresenterView(deck.id, talks);
  const laser = useLaser(deck.id, talks);
  useReturnToInner(start, position, inside);
  usePlaceInAddress(deck.id, position, inside);
  const view = useStageView(deck.manifest.dimensions, position.step);
  const trustControls = useDeckTrust(deck.id, trust, baseUrl);
  const drawing = useDrawing(deck, position.index, inside.here, view.gestures);
  const links = useSlideLinks({ deck, baseUrl, position, frame });

  const { run, press, navigate } = usePlayerCommands({
    position,
    view,
    frame,
    blank,
    setBlank,
    covered: layer !== null,
    showLayer: setLayer,
    drawing,
    laser,
    presenter: presenterView,
    fullscreen,
    notes: { toggle: toggleNotes, takeFocus: useNotesFocus(root, notesOpen) },
  });

  useDeckFrame({
    frame,
    baseUrl,
    trust,
    position,
    view,
    drawing,
    press,
    navigate,
    outline: inside.setOutline,
    blocked: trustControls.reportBlocked,
    candidates: setCandidates,
    active: wake,
    link: links.link,
    document: links.document,
  });
  // A covered slide must not receive keys; the next key removes the blank screen.
  useEffect(() => {
    if (blank !== null) frame.current?.blur();
  }, [blank]);

  // Questions are not shown over the slide in front of an audience.
  const hasAudience = talks.mine !== null || (talks.followed !== null && !talks.browsing) || fullscreen.active;

  return (
    <div
      ref={setRoot}
      className="player"
      data-awake={awake || layer !== null}
      onPointerMove={wake}
      onPointerDown={wake}
      onFocus={wake}
    >
      <main className="player-stage">
        <PlayerStatus title={deck.title} position={position} />
        <TopBar deck={deck} onTrust={() => setLayer({ is: 'trust' })} onInner={showInner} onGo={position.goTo} />
        <Stage
          deck={deck}
          baseUrl={baseUrl}
          sandbox={trust.sandbox}
          position={position}
          view={view}
          frame={frame}
          overlay={
            <>
              {drawing.layer}
              {laser.layer}
            </>
          }
        />
        {blank !== null && <BlankScreen color={blank} onRemove={() => setBlank(null)} />}
        {links.question}
        <TalkBar talks={talks} view={presenterView}>
          <NewVersionLine deck={deck} position={position} inside={inside} />
        </TalkBar>
        {presenterView.isAsking && <PresentDialog view={presenterView} />}
        {!hasAudience && <TrustBar controls={trustControls} />}
        <BottomBar
          position={position}
          pressed={{ notes: notesOpen, laser: laser.on, draw: drawing.active, fullscreen: fullscreen.active }}
          onCommand={run}
        />
        {view.isZoomed && <ZoomReset onReset={view.showWhole} />}
        {drawing.toolbar}
        {layer?.is === 'inner' && <InnerSlidesDialog controls={trustControls} candidates={candidates} onClose={closeLayer} />}
        {drawing.active && position.movesItself && position.hasReported && (
          <p className="whole-document" role="status">
            {t('player.inner.wholeDocument')}
          </p>
        )}
        {layer?.is === 'trust' && <TrustDialog controls={trustControls} onClose={closeLayer} />}
        {layer !== null && layer.is !== 'trust' && layer.is !== 'inner' && (
          <StageLayer layer={layer} deck={deck} baseUrl={baseUrl} position={position} inside={inside} onClose={closeLayer} />
        )}
      </main>
      {notesOpen && <NotesPanel deck={deck} book={book} inside={inside} onClose={toggleNotes} />}
    </div>
  );
}
