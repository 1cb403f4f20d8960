import { type Command, commandFor, type KeyPress } from './keys.ts';
import type { Direction, FrameMessage, OutlinedSlide, PositionReport, SlideCandidate } from './messages.ts';

/** Commands that a frame may trigger by a key: they navigate in the deck and do nothing else. */
export type Navigation = Extract<Command, { do: 'step' | 'goTo' }> | { do: 'first' | 'last' };

/** Messages that zoom or pan the slide, in this window only. */
export type ZoomMessage = MessageOf<'pinch' | 'zoom' | 'pan' | 'whole'>;

type Kind = FrameMessage['lectern'];
type MessageOf<Of extends Kind> = Extract<FrameMessage, { lectern: Of }>;

/**
 * Everything that a frame can do in the page around it; a page grants only the powers it sets. Never add a power that draws,
 * erases, writes, blanks the screen, starts or ends a talk, or opens a window: deck code can forge every message.
 */
export interface FramePowers {
  readonly navigate?: (to: Navigation) => void;
  /** Goes to the next or previous document, even if steps are left in this one. */
  readonly turn?: (direction: Direction) => void;
  /** Whether the document handles navigation keys itself, so that the player must not handle them again. */
  readonly movesItself?: boolean;
  /** While the slide is zoomed, one finger pans it and does not change slides. */
  readonly isZoomed?: boolean;
  readonly zoom?: (message: ZoomMessage) => void;
  /** The user has chosen that a click on the slide moves. */
  readonly clickMoves?: boolean;
  /** The document reports its position, and whether it has come to rest there. */
  readonly reportPosition?: (report: PositionReport) => void;
  /** The document reports its slides. Untrusted text. */
  readonly outline?: (slides: readonly OutlinedSlide[]) => void;
  /** The document reports a host that the content policy blocked. */
  readonly blocked?: (host: string) => void;
  /**
   * The document asks to follow a link. Deck code can forge this, so a handler may go to a slide of the deck, or ask the user before
   * it opens anything else. See `useSlideLinks`.
   */
  readonly link?: (href: string) => void;
  /** The document reports sets of elements that could be its slides. Untrusted text. */
  readonly candidates?: (found: readonly SlideCandidate[]) => void;
  /** The document reports the path of its own address. */
  readonly document?: (path: string) => void;
  /** The document can be printed. */
  readonly paper?: () => void;
  /** The pointer moved over the document. */
  readonly active?: () => void;
  /** A pen may be near. Deck code can forge this, so handlers may only prepare, never act. */
  readonly penNear?: (down: boolean) => void;
  /** A key that only a person may press; it counts once this page has seen the key event itself. See `KeyProof`. */
  readonly claimKey?: (key: KeyPress) => void;
}

/** The commands that a frame may trigger by a key. All others need a person who really pressed it. `goTo` only opens a dialog. */
const BY_FRAME: Readonly<Record<Navigation['do'], true>> = { step: true, goTo: true, first: true, last: true };

const isNavigation = (command: Command): command is Navigation => command.do in BY_FRAME;

/** Whether a document with an unknown runtime gets the key of this command instead. The dialog of `goTo` is the player's. */
export const isMoveOfDocument = (command: Command): boolean => isNavigation(command) && command.do !== 'goTo';

/** The only handlers of frame messages. There is no other way from a frame into the application. */
const HANDLERS: { readonly [Of in Kind]: (message: MessageOf<Of>, powers: FramePowers) => void } = {
  position: (report, { reportPosition }) => reportPosition?.(report),
  outline: ({ slides }, { outline }) => outline?.(slides),
  blocked: ({ host }, { blocked }) => blocked?.(host),
  link: ({ href }, { link }) => link?.(href),
  candidates: ({ found }, { candidates }) => candidates?.(found),
  document: ({ path }, powers) => powers.document?.(path),
  paper: (_, { paper }) => paper?.(),
  active: (_, { active }) => active?.(),
  pen: ({ down }, { penNear }) => penNear?.(down),
  edge: ({ direction }, { turn }) => turn?.(direction),
  swipe: ({ direction }, { navigate, isZoomed = false }) => {
    if (!isZoomed) navigate?.({ do: 'step', direction, skip: false });
  },
  click: ({ direction }, { navigate, clickMoves = false, isZoomed = false }) => {
    if (clickMoves && !isZoomed) navigate?.({ do: 'step', direction, skip: false });
  },
  pinch: (message, { zoom }) => zoom?.(message),
  zoom: (message, { zoom }) => zoom?.(message),
  pan: (message, { zoom }) => zoom?.(message),
  whole: (message, { zoom }) => zoom?.(message),
  key: ({ key, shiftKey, control }, powers) => {
    const command = commandFor({ key, shiftKey, control });
    if (command === null) return;
    if (!isNavigation(command)) powers.claimKey?.({ key, shiftKey, control });
    else if (powers.movesItself !== true || !isMoveOfDocument(command)) powers.navigate?.(command);
  },
};

/** Handles a message of a frame with the powers that this page grants its frame. */
export function handleFrameMessage(message: FrameMessage, powers: FramePowers): void {
  // TypeScript cannot relate the message to the entry of the same kind.
  const handle = HANDLERS[message.lectern] as (message: FrameMessage, powers: FramePowers) => void;
  handle(message, powers);
}
