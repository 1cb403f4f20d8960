import './player.css';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';
import { BottomBar } from './BottomBar.tsx';
import type { Command } from './keys.ts';
import { Curtain, type CurtainColor } from './Curtain.tsx';
import { GoTo } from './GoTo.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { NotesPanel } from './notes/NotesPanel.tsx';
import { useNoteBook } from './notes/use-note-book.ts';
import { Stage } from './Stage.tsx';
import { TopBar } from './TopBar.tsx';
import { useAwake } from './use-awake.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { usePosition } from './use-position.ts';

export function Player({ deck, baseUrl }: { deck: DeckDetail; baseUrl: string }) {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const [curtain, setCurtain] = useState<CurtainColor | null>(null);
  const [goTo, setGoTo] = useState<string | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const [notesOpen, setNotesOpen] = useState(readSetting('notes-open') === 'true');
  const [awake, wake] = useAwake();
  const fullscreen = useFullscreen(root);
  const book = useNoteBook(deck);

  const toggleNotes = () => {
    setNotesOpen(!notesOpen);
    writeSetting('notes-open', notesOpen ? null : 'true');
  };

  const run = (command: Command) => {
    if (curtain !== null) setCurtain(null);
    switch (command.do) {
      case 'step':
        // The key that lifts the curtain does nothing else: nobody could see where it led.
        return curtain === null && position.step(command.direction, command.skip);
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
        return setGoTo(null);
    }
  };
  const press = usePlayerKeys(run, goTo === null && !helpOpen);
  const position = usePosition({ deck, onKey: press, onActive: wake });

  return (
    <div
      ref={root}
      className="player"
      data-awake={awake || goTo !== null}
      data-notes={notesOpen}
      onPointerMove={wake}
      onPointerDown={wake}
      onFocus={wake}
    >
      <main className="player-stage">
        <h1 className="seen-by-readers-only">{deck.title}</h1>
        <Stage deck={deck} baseUrl={baseUrl} index={position.index} frame={position.frame} />
        {curtain !== null && <Curtain color={curtain} onLift={() => setCurtain(null)} />}
        <p className="seen-by-readers-only" role="status">
          {t('player.position', { number: position.current + 1, count: position.count })}
        </p>
        <TopBar deck={deck} />
        <BottomBar
          position={position}
          notesOpen={notesOpen}
          fullscreen={fullscreen.active}
          onCommand={run}
        />
        {goTo !== null && <GoTo count={position.count} digits={goTo} onGo={position.goTo} onClose={() => setGoTo(null)} />}
      </main>
      {notesOpen && <NotesPanel deck={deck} book={book} slideIndex={position.index} onClose={toggleNotes} />}
      {helpOpen && <KeysDialog container={root.current} onClose={() => setHelpOpen(false)} />}
    </div>
  );
}
