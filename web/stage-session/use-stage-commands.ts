import { useEffect, useEffectEvent, useRef } from 'react';
import { type FramePowers, isMoveOfDocument, type Navigation } from '#web/protocol/frame-rights.ts';
import { type Command, commandFor, type KeyPress } from '#web/protocol/keys.ts';
import type { Direction } from '#web/protocol/messages.ts';
import { frameOrigin, useFrame } from '#web/protocol/use-frame.ts';
import { useKeyProof } from '#web/protocol/use-key-proof.ts';
import { closeFirst, type CommandHandlers, runCommand } from '#web/stage/controls/commands.ts';
import { usePlayerKeys } from '#web/stage/controls/use-player-keys.ts';
import { isCountKnown } from '#web/stage/position/deck-position.ts';
import { palette } from '#web/palette/open-palette.ts';
import { closeTip, closeTipSoon } from '#web/ui/close-tip.ts';
import type { StageSession } from './use-stage-session.tsx';

/** What differs between the pages that show a stage. */
export interface StageUse {
  readonly presenter: () => void;
  readonly notes: () => void;
  /** Called before a command that came from a key. */
  readonly onKey?: (command: Command) => void;
  /** The blank screen covers the slide: the next key removes it and does not move, because the user could not see the result. */
  readonly coversBlank: boolean;
  /** A dialog of the page covers the stage and takes the keys. */
  readonly isCovered?: boolean;
  /** What else the frame may do in this page. */
  readonly powers?: Pick<FramePowers, 'active' | 'blocked' | 'candidates' | 'clickMoves'>;
}

/** Connects buttons, the keyboard and the frame of the current slide to a stage. Returns the function that runs a command. */
export function useStageCommands(session: StageSession, use: StageUse): (command: Command) => void {
  const { frame, baseUrl, trust, position, view, drawing, inside, links, talks, layer } = session;
  const { blank, setBlank } = talks;
  const isHidden = use.coversBlank && blank !== null;
  const isCovered = layer !== null || use.isCovered === true;
  const handlers = handlersOf(session, use);

  const run = (command: Command): void => {
    if (isHidden && position.ended && command.do === 'step') {
      // Black because the talk is over: only going back shows the slide again.
      return command.direction === 'previous' ? handlers.step('previous', false) : undefined;
    }
    if (isHidden) setBlank(null);
    if (isHidden && (command.do === 'step' || command.do === 'close')) return;
    runCommand(handlers, command);
  };
  const runKey = (key: KeyPress): boolean => {
    const command = commandFor(key);
    if (command === null) return false;
    use.onKey?.(command);
    if (!isHidden && position.takesKeys && isMoveOfDocument(command)) position.press(key);
    else run(command);
    return true;
  };
  // In the page Radix takes this key; in the frame it does not see it.
  const closesTip = (key: KeyPress): boolean => key.key === 'Escape' && closeTip();
  const press = (key: KeyPress): boolean =>
    !isCovered && (closesTip(key) || (key.control !== true && drawing.takeKey(key)) || runKey(key));
  const mayFrameMove = !isCovered && !isHidden;
  const navigate = (to: Navigation): void => (mayFrameMove ? runCommand(handlers, to) : undefined);
  const turn = (direction: Direction): void => (mayFrameMove ? position.turn(direction) : undefined);

  usePlayerKeys(press);
  const claimKey = useKeyProof(frame, press);
  useFrame(
    frame,
    {
      ...use.powers,
      // The pointer is in the slide.
      active: () => {
        closeTipSoon();
        use.powers?.active?.();
      },
      navigate,
      turn,
      movesItself: position.movesItself,
      reportPosition: position.reportPosition,
      outline: inside.setOutline,
      link: links.link,
      document: links.document,
      isZoomed: view.isZoomed,
      zoom: view.zoom,
      penNear: drawing.penNear,
      claimKey,
    },
    frameOrigin(trust, baseUrl),
  );
  // Past the last slide an audience sees black, as in Keynote and PowerPoint: not buttons, and not a slide that looks as if it goes on.
  const endsTalk = position.ended && (talks.mine !== null || !use.coversBlank);
  const wasOver = useRef(false);
  // A screen that the user has chosen stays: a frame can go past the end and back.
  const isBlackAtEnd = useRef(false);
  const showEnd = useEffectEvent((isOver: boolean) => {
    if (isOver && blank === null) setBlank('black');
    else if (!isOver && isBlackAtEnd.current) setBlank(null);
    isBlackAtEnd.current = isOver && blank === null;
  });
  useEffect(() => {
    if (blank !== 'black') isBlackAtEnd.current = false;
  }, [blank]);
  useEffect(() => {
    if (endsTalk !== wasOver.current) showEnd(endsTalk);
    wasOver.current = endsTalk;
  }, [endsTalk]);
  // A new address and other slides reload every document, each at its first slide.
  const { slideSelector } = trust;
  const reopen = useEffectEvent((_baseUrl: string, _slideSelector: string | null) => position.reopen());
  useEffect(() => reopen(baseUrl, slideSelector), [baseUrl, slideSelector]);
  // A hidden slide must not receive keys; the next key removes the blank screen, and Previous the end screen.
  const takesFocus = isHidden || position.ended;
  useEffect(() => {
    if (takesFocus) frame.current?.blur();
  }, [frame, takesFocus]);

  return run;
}

function handlersOf(session: StageSession, { presenter, notes }: StageUse): Required<CommandHandlers> {
  const { position, view, frame, talks, showLayer, finding, setFinding, drawing, laser, fullscreen } = session;
  const { blank, setBlank } = talks;
  return {
    step: position.step,
    // No slide number starts with 0.
    goTo: (digits) => (digits === '0' && view.isZoomed ? view.showWhole() : showLayer({ is: 'goTo', digits })),
    first: () => position.goTo(0),
    last: () => isCountKnown(position) && position.goTo(position.count - 1),
    overview: () => showLayer({ is: 'overview' }),
    black: () => setBlank(blank === 'black' ? null : 'black'),
    white: () => setBlank(blank === 'white' ? null : 'white'),
    address: () => setBlank(blank === 'address' ? null : 'address'),
    fullscreen: () => void fullscreen.toggle(),
    presenter,
    laser: laser.toggle,
    draw: drawing.toggle,
    notes,
    help: () => showLayer({ is: 'help' }),
    search: palette.open,
    find: () => setFinding((before) => (before ?? 0) + 1),
    close: () =>
      closeFirst(
        // Topmost first. The last one takes the focus back from the deck.
        laser.leave,
        () => finding !== null && (setFinding(() => null), true),
        () => view.isZoomed && (view.showWhole(), true),
        () => blank !== null && (setBlank(null), true),
        () => (frame.current?.blur(), true),
      ),
  };
}
