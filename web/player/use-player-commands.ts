import type { RefObject } from 'react';
import type { Drawing } from '#web/ink/use-drawing.tsx';
import { closeFirst, type CommandHandlers, runCommand } from './commands.ts';
import type { CurtainColor } from './Curtain.tsx';
import { type Command, commandFor, type KeyPress } from '#web/protocol/keys.ts';
import type { Navigation } from '#web/protocol/frame-rights.ts';
import type { Layer } from './StageLayer.tsx';
import type { Position } from './use-position.ts';
import type { StageView } from './use-stage-view.ts';

/** The parts of the player that commands are for. */
export interface PlayerParts {
  position: Position;
  view: StageView;
  frame: RefObject<HTMLIFrameElement | null>;
  curtain: CurtainColor | null;
  setCurtain: (curtain: CurtainColor | null) => void;
  /** Something lies over the stage, and the keys are its own. */
  covered: boolean;
  showLayer: (layer: Layer) => void;
  drawing: Pick<Drawing, 'toggle' | 'takeKey'>;
  laser: { toggle: () => void; leave: () => boolean };
  presenter: { open: () => void };
  fullscreen: { toggle: () => Promise<void> };
  notes: { toggle: () => void; takeFocus: () => void };
}

export interface PlayerCommands {
  /** From a button, or a finger. */
  run: (command: Command) => void;
  /** A key pressed in this page; says whether it meant something. */
  press: (key: KeyPress) => boolean;
  /** What the slide's frame asks for. It lifts no curtain, and moves nothing behind one. */
  navigate: (to: Navigation) => void;
}

export function usePlayerCommands(parts: PlayerParts): PlayerCommands {
  const { curtain, setCurtain, covered, drawing, notes } = parts;
  const handlers = handlersOf(parts);

  const run = (command: Command): void => {
    if (curtain !== null) setCurtain(null);
    // The key that lifts the curtain moves nothing: nobody could see where it led.
    if (curtain !== null && (command.do === 'step' || command.do === 'close')) return;
    runCommand(handlers, command);
  };
  const runKey = (key: KeyPress): boolean => {
    const command = commandFor(key);
    if (command?.do === 'notes') notes.takeFocus();
    if (command !== null) run(command);
    return command !== null;
  };
  return {
    run,
    press: (key) => !covered && (drawing.takeKey(key) || runKey(key)),
    navigate: (to) => (covered || curtain !== null ? undefined : runCommand(handlers, to)),
  };
}

function handlersOf(parts: PlayerParts): CommandHandlers {
  const { position, view, frame, curtain, setCurtain, showLayer, drawing, laser, presenter, fullscreen, notes } = parts;
  return {
    step: position.step,
    // No slide's number begins with it.
    goTo: (digits) => (digits === '0' && view.isZoomed ? view.showWhole() : showLayer({ is: 'goTo', digits })),
    first: () => position.goTo(0),
    last: () => position.goTo(position.count - 1),
    overview: () => showLayer({ is: 'overview' }),
    black: () => setCurtain(curtain === 'black' ? null : 'black'),
    white: () => setCurtain(curtain === 'white' ? null : 'white'),
    fullscreen: () => void fullscreen.toggle(),
    presenter: presenter.open,
    laser: laser.toggle,
    draw: drawing.toggle,
    notes: notes.toggle,
    help: () => showLayer({ is: 'help' }),
    close: () =>
      closeFirst(
        // The topmost first; the last takes the focus back from the deck.
        laser.leave,
        () => view.isZoomed && (view.showWhole(), true),
        () => (frame.current?.blur(), true),
      ),
  };
}
