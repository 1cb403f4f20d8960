import type { RefObject } from 'react';
import type { Drawing } from '#web/ink/use-drawing.tsx';
import { closeFirst, type CommandHandlers, runCommand } from '#web/stage/controls/commands.ts';
import type { BlankColor } from './BlankScreen.tsx';
import { type Command, commandFor, type KeyPress } from '#web/protocol/keys.ts';
import { isMoveOfDocument, type Navigation } from '#web/protocol/frame-rights.ts';
import type { Layer } from '#web/stage-session/StageLayer.tsx';
import type { DeckPosition } from '#web/stage/position/use-deck-position.ts';
import type { StageView } from '#web/stage/view/use-stage-view.ts';

/** The parts of the player that commands act on. */
export interface PlayerParts {
  position: DeckPosition;
  view: StageView;
  frame: RefObject<HTMLIFrameElement | null>;
  blank: BlankColor | null;
  setBlank: (blank: BlankColor | null) => void;
  /** A layer covers the stage and takes the keys. */
  covered: boolean;
  showLayer: (layer: Layer) => void;
  drawing: Pick<Drawing, 'toggle' | 'takeKey'>;
  laser: { toggle: () => void; leave: () => boolean };
  presenter: { open: () => void };
  fullscreen: { toggle: () => Promise<void> };
  notes: { toggle: () => void; takeFocus: () => void };
}

export interface PlayerCommands {
  /** Runs a command from a button or a touch. */
  run: (command: Command) => void;
  /** Handles a key pressed in this page; returns whether it is a command. */
  press: (key: KeyPress) => boolean;
  /** Runs a navigation that the slide's frame asks for. Does nothing while the stage is covered or blank. */
  navigate: (to: Navigation) => void;
}

/** Connects commands to the parts of the player. */
export function usePlayerCommands(parts: PlayerParts): PlayerCommands {
  const { position, blank, setBlank, covered, drawing, notes } = parts;
  const handlers = handlersOf(parts);

  const run = (command: Command): void => {
    if (blank !== null) setBlank(null);
    // The key that removes the blank screen does not navigate, because the user could not see the result.
    if (blank !== null && (command.do === 'step' || command.do === 'close')) return;
    runCommand(handlers, command);
  };
  const runKey = (key: KeyPress): boolean => {
    const command = commandFor(key);
    if (command?.do === 'notes') notes.takeFocus();
    if (command !== null && blank === null && position.movesItself && isMoveOfDocument(command)) position.press(key);
    else if (command !== null) run(command);
    return command !== null;
  };
  return {
    run,
    press: (key) => !covered && (drawing.takeKey(key) || runKey(key)),
    navigate: (to) => (covered || blank !== null ? undefined : runCommand(handlers, to)),
  };
}

function handlersOf(parts: PlayerParts): CommandHandlers {
  const { position, view, frame, blank, setBlank, showLayer, drawing, laser, presenter, fullscreen, notes } = parts;
  return {
    step: position.step,
    // No slide number starts with 0.
    goTo: (digits) => (digits === '0' && view.isZoomed ? view.showWhole() : showLayer({ is: 'goTo', digits })),
    first: () => position.goTo(0),
    last: () => position.goTo(position.count - 1),
    overview: () => showLayer({ is: 'overview' }),
    black: () => setBlank(blank === 'black' ? null : 'black'),
    white: () => setBlank(blank === 'white' ? null : 'white'),
    fullscreen: () => void fullscreen.toggle(),
    presenter: presenter.open,
    laser: laser.toggle,
    draw: drawing.toggle,
    notes: notes.toggle,
    help: () => showLayer({ is: 'help' }),
    close: () =>
      closeFirst(
        // Topmost first. The last one takes the focus back from the deck.
        laser.leave,
        () => view.isZoomed && (view.showWhole(), true),
        () => (frame.current?.blur(), true),
      ),
  };
}
