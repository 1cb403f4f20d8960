import './viewers.css';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { Presence } from '#shared/live.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { usePresence } from '#web/live/use-presence.ts';
import { hasInnerSlides, shownIndex } from '#web/stage/position/inner-slides.ts';
import { elsewhere, whereabouts } from './whereabouts.ts';

interface ViewersProps {
  /** The deck in the version that is shown. */
  deck: DeckDetail;
  onGo: (index: number) => void;
}

const SHOWN = 4;

/** The initials of the other people who have the deck open; a click goes to the slide that they are viewing, if this version has it. */
export function Viewers({ deck, onGo }: ViewersProps) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  // The user's own windows are not shown.
  const others = onePerPerson(usePresence(deck.id), deck).filter(({ person }) => person.id !== user.id);
  if (others.length === 0) return null;
  return (
    <ul className="viewers" aria-label={t('live.viewers')}>
      {others.slice(0, SHOWN).map((window) => (
        <li key={window.person.id}>
          <Viewer window={window} deck={deck} onGo={onGo} />
        </li>
      ))}
      {others.length > SHOWN && (
        <li
          title={others
            .slice(SHOWN)
            .map(({ person }) => person.name)
            .join(', ')}
        >
          +{others.length - SHOWN}
        </li>
      )}
    </ul>
  );
}

function Viewer({ window, deck, onGo }: ViewersProps & { window: Presence }) {
  const { t } = useTranslation();
  const { person, place } = window;
  const other = elsewhere(window, deck);
  if (other !== null) {
    const label = t(...other);
    return (
      <span role="img" title={label} aria-label={label}>
        <Avatar person={person} />
      </span>
    );
  }
  const index = shownIndex(deck.manifest, place);
  const label = t(...whereabouts(person.name, place, index, hasInnerSlides(deck.manifest)));
  return (
    <button type="button" title={label} aria-label={label} onClick={() => onGo(index)}>
      <Avatar person={person} />
    </button>
  );
}

/** One entry per person: of several windows, one that shows this version, otherwise the last one reported. */
function onePerPerson(windows: readonly Presence[], deck: DeckDetail): Presence[] {
  const inOrder = windows.toSorted((a, b) => Number(elsewhere(b, deck) !== null) - Number(elsewhere(a, deck) !== null));
  return [...new Map(inOrder.map((window) => [window.person.id, window])).values()];
}
