import '#web/stage/stage-page.css';
import './player.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { DeckTrust } from '#shared/playback.ts';
import { usePresenterView } from '#web/talks/use-presenter-view.ts';
import type { SlideCandidate } from '#web/protocol/messages.ts';
import { tellFrame } from '#web/protocol/frame-messages.ts';
import { BlankScreen } from './BlankScreen.tsx';
import { PhonePanel } from './PhonePanel.tsx';
import { NotesPanel } from '#web/notes/NotesPanel.tsx';
import { useNotesOpen } from '#web/notes/use-notes-open.ts';
import { PlayerStatus } from '#web/stage/controls/PlayerStatus.tsx';
import { Stage } from '#web/stage/frames/Stage.tsx';
import { useStageCommands } from '#web/stage-session/use-stage-commands.ts';
import { useStageSession } from '#web/stage-session/use-stage-session.tsx';
import { useDeckTrust } from './trust/use-deck-trust.ts';
import { useAwake } from './use-awake.ts';
import { useClickMoves } from './use-click-moves.ts';
import { usePlayerParts } from './use-player-parts.ts';
import { useUprightPhone } from './use-upright-phone.ts';
import { usePlaceInAddress, useStart } from './use-place-in-address.ts';
import { useSavedPlace } from './use-saved-place.ts';
import { useNotesFocus } from '#web/notes/use-notes-focus.ts';
import { ZoomReset } from '#web/stage/view/ZoomReset.tsx';

interface PlayerProps {
  deck: DeckDetail;
  baseUrl: string;
  trust: DeckTrust;
  /** The earlier version that the user has chosen to look at. */
  viewedId: string | null;
}

/** Plays a deck: the stage with controls, notes, drawing, talks and permissions. */
export function Player({ deck, baseUrl, trust, viewedId }: PlayerProps) {
  const { t } = useTranslation();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const [dialog, setDialog] = useState<'trust' | 'inner' | 'copies' | null>(null);
  const closeDialog = () => setDialog(null);
  const [candidates, setCandidates] = useState<readonly SlideCandidate[]>([]);
  const [notesOpen, toggleNotes] = useNotesOpen();
  const takeFocus = useNotesFocus(root, notesOpen);
  const parts = usePlayerParts();
  const [awake, wake] = useAwake();
  const [clickMoves, setClickMoves] = useClickMoves();
  const session = useStageSession({ deck, baseUrl, trust }, useStart(deck, viewedId !== null), root);
  const { frame, position, inside, view, book, talks, drawing, laser, links, fullscreen, layer } = session;
  const { blank, setBlank } = talks;
  const shownQuestion = (talks.mine ?? talks.followed)?.question ?? null;
  const { width, height } = deck.manifest.dimensions;
  const presenterView = usePresenterView(deck.id, talks);
  const isCurrent = deck.currentVersion.current;
  usePlaceInAddress(deck.id, position);
  useSavedPlace(deck, position, inside, viewedId === null);
  const trustControls = useDeckTrust(deck.id, trust, baseUrl);
  const run = useStageCommands(session, {
    // A talk starts on the current version.
    presenter: () => (isCurrent || talks.mine !== null ? presenterView.open() : undefined),
    notes: toggleNotes,
    onKey: (command) => command.do === 'notes' && takeFocus(),
    coversBlank: true,
    isCovered: dialog !== null,
    powers: { clickMoves, active: wake, blocked: trustControls.reportBlocked, candidates: setCandidates },
  });
  const showInner = () => {
    tellFrame(frame, { lectern: 'candidates' });
    setDialog('inner');
  };

  const isUpright = useUprightPhone();
  const notesPanel = <NotesPanel deck={deck} book={book} inside={inside} onClose={toggleNotes} />;

  // Questions are not shown over the slide in front of an audience.
  const hasAudience = talks.mine !== null || (talks.followed !== null && !talks.browsing) || fullscreen.active;

  return (
    <div
      ref={setRoot}
      className="player"
      style={{ '--aspect': width / height }}
      data-awake={awake || layer !== null || dialog !== null}
      onPointerMove={wake}
      onPointerDown={wake}
      onFocus={wake}
    >
      <main className="player-stage">
        <PlayerStatus title={deck.title} position={position} />
        {parts !== null && (
          <parts.TopBar
            deck={deck}
            onPresent={presenterView.open}
            onTrust={() => setDialog('trust')}
            onInner={showInner}
            onCopies={() => setDialog('copies')}
            onGo={position.goTo}
          />
        )}
        <Stage
          deck={deck}
          baseUrl={baseUrl}
          sandbox={trust.sandbox}
          position={position}
          view={view}
          frame={frame}
          overlay={session.overlay}
        />
        {parts !== null && position.ended && <parts.EndScreen title={deck.title} onCommand={run} />}
        {(blank === 'black' || blank === 'white') && <BlankScreen color={blank} onRemove={() => setBlank(null)} />}
        {parts !== null && blank === 'question' && shownQuestion !== null && (
          <parts.QuestionScreen question={shownQuestion} onRemove={() => setBlank(null)} />
        )}
        {parts !== null && blank === 'address' && <parts.AddressScreen deck={deck} talks={talks} />}
        {parts !== null && blank !== 'black' && blank !== 'white' && <parts.FloatingReactions talk={talks.mine} />}
        {links.question}
        {parts !== null && (
          <>
            <parts.TalkBar deck={deck} talks={talks} view={presenterView}>
              <parts.EarlierVersionLine deck={deck} viewedId={viewedId} />
              <parts.NewVersionLine deck={deck} position={position} inside={inside} />
            </parts.TalkBar>
            {presenterView.isAsking && <parts.PresentDialog view={presenterView} />}
            {!hasAudience && isCurrent && <parts.TrustBar controls={trustControls} />}
            <parts.BottomBar
              position={position}
              pressed={{ notes: notesOpen, laser: laser.on, draw: drawing.active, fullscreen: fullscreen.active }}
              onCommand={run}
              clickMoves={clickMoves}
              onClickMoves={setClickMoves}
            />
          </>
        )}
        {view.isZoomed && <ZoomReset onReset={view.showWhole} />}
        {drawing.toolbar}
        {drawing.active && position.movesItself && position.hasReported && (
          <p className="whole-document" role="status">
            {t('player.inner.wholeDocument')}
          </p>
        )}
        {parts !== null && (
          <>
            {dialog === 'inner' && (
              <parts.InnerSlidesDialog controls={trustControls} candidates={candidates} onClose={closeDialog} />
            )}
            {dialog === 'copies' && (
              <parts.SlideCopiesDialog
                deckId={deck.id}
                place={{ slideIndex: position.index, inner: position.place.inner?.index ?? null }}
                onClose={closeDialog}
              />
            )}
            {dialog === 'trust' && <parts.TrustDialog controls={trustControls} onClose={closeDialog} />}
            <parts.StageLayer session={session} clicksCanMove />
            <parts.PlayerPalette
              deck={deck}
              onPresent={presenterView.open}
              onCopies={() => setDialog('copies')}
              onCommand={run}
            />
          </>
        )}
      </main>
      {isUpright ? (
        <PhonePanel session={session} notesOpen={notesOpen} onToggleNotes={toggleNotes} notes={notesPanel} />
      ) : (
        notesOpen && notesPanel
      )}
    </div>
  );
}
