import './viewers.css';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Presence } from '#shared/live.ts';
import type { Place } from '#shared/place.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { usePresence } from '#web/live/use-presence.ts';
import { whereabouts } from './whereabouts.ts';

interface ViewersProps {
  deckId: string;
  /** The index of a place as users count slides. */
  indexOf: (place: Place) => number;
  /** Whether the deck is one document, whose inner slides are the slides that users count. */
  isOneDocument: boolean;
  onGo: (index: number) => void;
}

const SHOWN = 4;

/** The initials of the other people who have the deck open; a click goes to the slide that they are viewing. */
export function Viewers({ deckId, indexOf, isOneDocument, onGo }: ViewersProps) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  // The user's own windows are not shown.
  const others = onePerPerson(usePresence(deckId)).filter(({ person }) => person.id !== user.id);
  if (others.length === 0) return null;
  return (
    <ul className="viewers" aria-label={t('live.viewers')}>
      {others.slice(0, SHOWN).map(({ person, place }) => {
        const index = indexOf(place);
        const label = t(...whereabouts(person.name, place, index, isOneDocument));
        return (
          <li key={person.id}>
            <button type="button" title={label} aria-label={label} onClick={() => onGo(index)}>
              <Avatar person={person} />
            </button>
          </li>
        );
      })}
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

/** One entry per person; for several windows, the last one reported. */
function onePerPerson(windows: readonly Presence[]): Presence[] {
  return [...new Map(windows.map((window) => [window.person.id, window])).values()];
}
