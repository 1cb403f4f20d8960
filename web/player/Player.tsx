import './player.css';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { BottomBar } from './BottomBar.tsx';
import { Curtain, type CurtainColor } from './Curtain.tsx';
import { GoTo } from './GoTo.tsx';
import { type Command, commandFor, type KeyPress, movesTheDeck } from './keys.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { NotesPanel } from './notes/NotesPanel.tsx';
import { useNoteBook } from './notes/use-note-book.ts';
import { useNotesOpen } from './notes/use-notes-open.ts';
import { Stage } from './Stage.tsx';
import { TopBar } from './TopBar.tsx';
import { useAwake } from './use-awake.ts';
import { useBridge } from './use-bridge.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { usePosition } from './use-position.ts';

export function Player({ deck, baseUrl }: { deck: DeckDetail; baseUrl: string }) {
  const { t } = useTranslation();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [curtain, setCurtain] = useState<CurtainColor | null>(null);
  const [goTo, setGoTo] = useState<string | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const [notesOpen, toggleNotes] = useNotesOpen();
  const [awake, wake] = useAwake();
  const fullscreen = useFullscreen(root);
  const book = useNoteBook(deck);
  const position = usePosition(deck, frame);

  const run = (command: Command): void => {
    setCurtain(null);
    switch (command.do) {
      case 'step':
        // The key that lifts the curtain does nothing else: nobody could see where it led.
        return curtain === null ? position.step(command.direction, command.skip) : undefined;
      case 'first':
        return position.goTo(0);
      case 'last':
        return position.goTo(position.count - 1);
      case 'black':
      case 'white':
        return setCurtain(curtain === command.do ? null : command.do);
      case 'goTo':
        return setGoTo(command.digits);
      case 'fullscreen':
        return void fullscreen.toggle();
      case 'notes':
        return toggleNotes();
      case 'help':
        return setHelpOpen(true);
      case 'close':
        // Takes the focus back from the deck.
        return frame.current?.blur();
    }
  };
  const press = (key: KeyPress): boolean => {
    const command = goTo === null && !helpOpen ? commandFor(key) : null;
    if (command !== null) run(command);
    return command !== null;
  };

  usePlayerKeys(press);
  useBridge(frame, (message) => {
    if (message.lectern === 'active') wake();
    if (message.lectern === 'edge') position.turn(message.direction);
    if (message.lectern === 'position' && message.position !== null) position.arrive(message.position);
    if (message.lectern === 'key' && !(position.movesItself && movesTheDeck(message))) press(message);
  });

  return (
    <div
      ref={setRoot}
      className="player"
      data-awake={awake || goTo !== null}
      onPointerMove={wake}
      onPointerDown={wake}
      onFocus={wake}
    >
      <main className="player-stage">
        <h1 className="seen-by-readers-only">{deck.title}</h1>
        <p className="seen-by-readers-only" role="status">
          {t('player.position', { number: position.current + 1, count: position.count })}
        </p>
        <TopBar deck={deck} />
        <Stage deck={deck} baseUrl={baseUrl} index={position.index} frame={frame} />
        {curtain !== null && <Curtain color={curtain} onLift={() => setCurtain(null)} />}
        <BottomBar position={position} notesOpen={notesOpen} fullscreen={fullscreen.active} onCommand={run} />
        {goTo !== null && <GoTo count={position.count} digits={goTo} onGo={position.goTo} onClose={() => setGoTo(null)} />}
      </main>
      {notesOpen && <NotesPanel deck={deck} book={book} slideIndex={position.index} onClose={toggleNotes} />}
      {helpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
    </div>
  );
}
