import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import type { StageSession } from '#web/stage-session/use-stage-session.tsx';
import { Segments } from '#web/ui/Segments.tsx';

const Filmstrip = lazyPart(async () => (await whenConnected(() => import('#web/overview/Filmstrip.tsx'))).Filmstrip);

interface PhonePanelProps {
  session: StageSession;
  notesOpen: boolean;
  onToggleNotes: () => void;
  /** The notes panel. */
  notes: ReactNode;
}

/** What an upright phone shows below the slide: all slides, or the notes. */
export function PhonePanel({ session, notesOpen, onToggleNotes, notes }: PhonePanelProps) {
  const { t } = useTranslation();
  const { deck, baseUrl, position, inside } = session;
  const options = [
    { value: 'slides', label: t('player.slidesTab') },
    { value: 'notes', label: t('notes.title') },
  ] as const;
  const shown = notesOpen ? 'notes' : 'slides';
  return (
    <div className="phone-panel">
      <section aria-label={t('player.below')}>
        <Segments
          label={t('player.below')}
          value={shown}
          options={options}
          onChange={(next) => (next === shown ? undefined : onToggleNotes())}
        />
      </section>
      {notesOpen ? (
        notes
      ) : (
        <Suspense>
          <Filmstrip deck={deck} baseUrl={baseUrl} position={position} inside={inside} />
        </Suspense>
      )}
    </div>
  );
}
