import { type Command, commandFor, type KeyPress } from './keys.ts';
import type { Direction, FrameMessage, InnerPosition, OutlinedSlide } from './messages.ts';

/** Commands that a frame may give by a key: they move about in the deck, and nothing else. */
export type Navigation = Extract<Command, { do: 'step' | 'goTo' }> | { do: 'first' | 'last' };

/** Messages about how close the slide is looked at, in this window alone. */
export type LookMessage = MessageOf<'pinch' | 'zoom' | 'pan' | 'whole'>;

type Kind = FrameMessage['lectern'];
type MessageOf<Of extends Kind> = Extract<FrameMessage, { lectern: Of }>;

/**
 * All that a frame can reach in the page around it. A page that leaves one out does not have it. Nothing may be added that
 * draws, erases, writes, blanks the screen, starts or ends a talk, or opens a window: deck code can forge every message.
 */
export interface FramePowers {
  readonly navigate?: (to: Navigation) => void;
  /** On to the next document, whatever is left inside this one. */
  readonly turn?: (direction: Direction) => void;
  /** Whether the document moves by its own keys, so that they are not obeyed a second time. */
  readonly movesItself?: boolean;
  /** A slide that is closer is moved about by one finger, not turned. */
  readonly isZoomed?: boolean;
  readonly look?: (message: LookMessage) => void;
  /** The document says where it stands. */
  readonly arrive?: (position: InnerPosition | null) => void;
  /** Untrusted text. */
  readonly outline?: (slides: readonly OutlinedSlide[]) => void;
  /** A host that the document says it was kept from. */
  readonly blocked?: (host: string) => void;
  /** Something moves over the document. */
  readonly active?: () => void;
  /** A pen may be near: what is prepared for it must be of no use to anything else. */
  readonly penNear?: (down: boolean) => void;
  /** A key for a person alone: it counts once this page has seen it itself. See `KeyProof`. */
  readonly claimKey?: (key: KeyPress) => void;
}

/** Who may give a command by a key in a frame: the frame, or only a person who has really pressed it. */
const BY_KEY: Readonly<Record<Command['do'], 'frame' | 'person'>> = {
  step: 'frame',
  first: 'frame',
  last: 'frame',
  // Its dialog goes nowhere by itself.
  goTo: 'frame',
  overview: 'person',
  help: 'person',
  notes: 'person',
  black: 'person',
  white: 'person',
  fullscreen: 'person',
  presenter: 'person',
  laser: 'person',
  draw: 'person',
  close: 'person',
};

const isNavigation = (command: Command): command is Navigation => BY_KEY[command.do] === 'frame';

/** Which message of a frame may do what. There is no other way from a frame into the application. */
const OBEYED: { readonly [Of in Kind]: (message: MessageOf<Of>, powers: FramePowers) => void } = {
  position: ({ position }, { arrive }) => arrive?.(position),
  outline: ({ slides }, { outline }) => outline?.(slides),
  blocked: ({ host }, { blocked }) => blocked?.(host),
  active: (_, { active }) => active?.(),
  pen: ({ down }, { penNear }) => penNear?.(down),
  edge: ({ direction }, { turn }) => turn?.(direction),
  swipe: ({ direction }, { navigate, isZoomed = false }) => {
    if (!isZoomed) navigate?.({ do: 'step', direction, skip: false });
  },
  pinch: (message, { look }) => look?.(message),
  zoom: (message, { look }) => look?.(message),
  pan: (message, { look }) => look?.(message),
  whole: (message, { look }) => look?.(message),
  key: ({ key, shiftKey }, powers) => {
    const command = commandFor({ key, shiftKey });
    if (command === null) return;
    if (!isNavigation(command)) powers.claimKey?.({ key, shiftKey });
    else if (powers.movesItself !== true || command.do === 'goTo') powers.navigate?.(command);
  },
};

/** Does what a message of a frame may do, with the powers that this page has given its frame. */
export function obeyFrame(message: FrameMessage, powers: FramePowers): void {
  // The compiler does not see that the message and its entry have the same kind.
  const obey = OBEYED[message.lectern] as (message: FrameMessage, powers: FramePowers) => void;
  obey(message, powers);
}
