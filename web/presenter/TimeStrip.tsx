import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconRotate } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/lib/format.ts';
import { ControlButton } from '#web/stage/controls/ControlButton.tsx';
import { serverNow } from '#web/talks/clock/server-time.ts';
import { elapsedMs, formatCountdown, formatDuration, remainingMs, urgency } from '#web/talks/clock/talk-clock.ts';
import { PlanTime } from './PlanTime.tsx';
import { useNow } from './use-now.ts';
import type { ClockChange, Time } from './use-presenter-clock.ts';

interface TimeStripProps {
  clock: Time;
  /** The slide number; the time on this slide restarts when it changes. */
  slide: number;
  onChange: (change: ClockChange) => void;
}

/** The time of day, the elapsed time, the remaining time and the time on this slide. */
export function TimeStrip({ clock, slide, onChange }: TimeStripProps) {
  const { t } = useTranslation();
  const [planning, setPlanning] = useState(false);
  const now = useNow();
  const onSlide = now - useSince(slide);
  const left = remainingMs(clock, now);
  const running = clock.runningSince !== null;
  return (
    <section className="times" aria-label={t('presenter.time')} data-urgency={urgency(clock, now)} data-running={running}>
      <Figure name={t('presenter.elapsed')} main>
        {formatDuration(elapsedMs(clock, now))}
      </Figure>
      <div className="time-controls">
        <ControlButton
          label={t(running ? 'presenter.pause' : 'presenter.resume')}
          onClick={() => onChange({ do: running ? 'pause' : 'resume' })}
        >
          {running ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
        </ControlButton>
        <ControlButton label={t('presenter.reset')} onClick={() => onChange({ do: 'reset' })}>
          <IconRotate size={18} aria-hidden />
        </ControlButton>
      </div>
      <button type="button" className="time-left" aria-haspopup="dialog" onClick={() => setPlanning(true)}>
        {left === null ? (
          t('presenter.planNone')
        ) : (
          <Figure name={t(left < 0 ? 'presenter.overtime' : 'presenter.remaining')}>{formatCountdown(left)}</Figure>
        )}
      </button>
      <Figure name={t('presenter.onSlide')}>{formatDuration(onSlide)}</Figure>
      <Figure name={t('presenter.clock')}>{formatTime(now)}</Figure>
      {planning && (
        <PlanTime
          seconds={clock.plannedSeconds}
          onPlan={(plannedSeconds) => onChange({ do: 'plan', plannedSeconds })}
          onClose={() => setPlanning(false)}
        />
      )}
    </section>
  );
}

function Figure({ name, children, main = false }: { name: string; children: ReactNode; main?: boolean }) {
  return (
    <span className="time-figure" data-main={main}>
      <span className="time-name">{name}</span> <span className="time-value">{children}</span>
    </span>
  );
}

/** When `value` last changed, in server time (ms). */
function useSince(value: number): number {
  const [since, setSince] = useState({ value, at: serverNow() });
  if (since.value === value) return since.at;
  const next = { value, at: serverNow() };
  setSince(next);
  return next.at;
}
