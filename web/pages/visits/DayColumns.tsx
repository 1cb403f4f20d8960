import { useTranslation } from 'react-i18next';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { VisitSummary } from '#shared/visits.ts';
import { dayWords, shortDayWords } from './time-words.ts';

type Day = VisitSummary['byDay'][number];

/** From so many days on, the columns have no space between them: on a phone each of them is a pixel wide. */
const DENSE = 60;

/** Recharts gives labels a color of its own as an inline style. */
const TICK = { fill: 'currentColor' };

/** The columns of visits with their axes. The pointer or the arrow keys choose a day, of which the numbers are shown. */
export function DayColumns({ days, label }: { days: readonly Day[]; label: string }) {
  return (
    <BarChart
      responsive
      data={days}
      barCategoryGap={days.length < DENSE ? '18%' : 0}
      aria-label={label}
      margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
    >
      <CartesianGrid vertical={false} />
      <XAxis
        tick={TICK}
        dataKey="date"
        tickFormatter={shortDayWords}
        tickLine={false}
        minTickGap={24}
        interval="equidistantPreserveStart"
      />
      <YAxis tick={TICK} width="auto" allowDecimals={false} axisLine={false} tickLine={false} />
      <Tooltip content={<DayNumbers days={days} />} isAnimationActive={false} />
      <Bar dataKey="visits" isAnimationActive={false} />
    </BarChart>
  );
}

interface DayNumbersProps {
  days: readonly Day[];
  /** The chosen day. Recharts sets this when it shows the numbers. */
  activeIndex?: string | null | undefined;
}

/** The numbers of the chosen day; screen readers are told them. */
function DayNumbers({ days, activeIndex = null }: DayNumbersProps) {
  const { t } = useTranslation();
  const day = activeIndex === null ? undefined : days[Number(activeIndex)];
  if (day === undefined) return null;
  return (
    <div className="visits-day" role="status">
      <strong>{dayWords(day.date)}</strong>
      <dl>
        {(['visits', 'visitors'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`visits.figures.${name}`)}</dt>
            <dd>{day[name]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
