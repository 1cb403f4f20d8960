import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadJob, ReadSchedule } from './read-schedule.ts';

const SMALL = 1024;
const LARGE = 1024 * 1024;

interface Named extends ReadJob {
  readonly name: string;
}

/** `ada:small`, `bob:large`, or a size in bytes. A third part distinguishes similar jobs. */
function job(name: string): Named {
  const [userId = '', size = ''] = name.split(':');
  return { name, userId, sizeBytes: { small: SMALL, large: LARGE }[size] ?? Number(size) };
}

function scheduleOf(slots: number, ...names: string[]) {
  const schedule = new ReadSchedule<Named>(slots);
  for (const name of names) schedule.add(job(name));
  return schedule;
}

/** Starts all jobs that may start. */
function startAll(schedule: ReadSchedule<Named>): Named[] {
  const started: Named[] = [];
  for (let next = schedule.next(); next !== null; next = schedule.next()) started.push(next);
  return started;
}

/** The names in the order in which the jobs are read, if each finishes before the next one starts. */
function orderOf(schedule: ReadSchedule<Named>): string[] {
  const order: Named[] = [];
  const running = startAll(schedule);
  for (let done = running.shift(); done !== undefined; done = running.shift()) {
    order.push(done);
    schedule.finish(done);
    running.push(...startAll(schedule));
  }
  return order.map(({ name }) => name);
}

const names = (jobs: readonly Named[]) => jobs.map(({ name }) => name);

describe('the next package', () => {
  it('is the smallest', () => {
    expect(orderOf(scheduleOf(2, 'ada:300', 'bob:100', 'cleo:200'))).toEqual(['bob:100', 'cleo:200', 'ada:300']);
  });

  it('is the oldest of equal ones', () => {
    expect(orderOf(scheduleOf(2, 'ada:small', 'bob:small', 'cleo:small'))).toEqual(['ada:small', 'bob:small', 'cleo:small']);
  });

  it('is that of a user with fewer packages being read, even if it is larger', () => {
    const schedule = scheduleOf(3, 'ada:10:a', 'ada:10:b', 'bob:20');
    expect(names(startAll(schedule))).toEqual(['ada:10:a', 'bob:20', 'ada:10:b']);
  });

  it('is none while all slots are taken', () => {
    const schedule = scheduleOf(2, 'ada:small', 'bob:small', 'cleo:small');
    const [first] = startAll(schedule);
    expect(schedule.next()).toBeNull();
    if (first) schedule.finish(first);
    expect(schedule.next()?.name).toBe('cleo:small');
  });
});

describe('large packages', () => {
  it('leave one slot for small ones', () => {
    const schedule = scheduleOf(3, 'ada:large', 'bob:large', 'cleo:large');
    expect(names(startAll(schedule))).toEqual(['ada:large', 'bob:large']);
    schedule.add(job('dan:small'));
    expect(names(startAll(schedule))).toEqual(['dan:small']);
  });

  it('of one user are read one at a time', () => {
    const schedule = scheduleOf(4, 'ada:large:1', 'ada:large:2', 'ada:large:3');
    expect(names(startAll(schedule))).toEqual(['ada:large:1']);
    schedule.add(job('bob:large'));
    schedule.add(job('ada:small'));
    expect(names(startAll(schedule))).toEqual(['bob:large', 'ada:small']);
  });

  it('do not wait forever for small ones', () => {
    const schedule = scheduleOf(2, 'bob:small', 'cleo:small');
    const started = startAll(schedule);
    schedule.add(job('ada:large'));
    // Other users keep uploading small packages, so both slots are always taken.
    for (let at = 0; at < 100 && !names(started).includes('ada:large'); at += 1) {
      schedule.add(job(`person ${at}:small`));
      const done = started[at];
      if (done) schedule.finish(done);
      started.push(...startAll(schedule));
    }
    expect(names(started).slice(2, -1)).toEqual(Array.from({ length: 16 }, (_, at) => `person ${at}:small`));
    expect(names(started).at(-1)).toBe('ada:large');
  });
});

it('every package is read once in any order of uploads, and the rules always hold', () => {
  const jobs = fc.record({
    userId: fc.constantFrom('ada', 'bob', 'cleo'),
    sizeBytes: fc.constantFrom(1, SMALL, LARGE, 2 * LARGE),
  });
  const steps = fc.array(fc.oneof(jobs, fc.nat(10)), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), steps, (slots, script) => {
      const schedule = new ReadSchedule<ReadJob>(slots);
      const [added, read]: ReadJob[][] = [[], []];
      const running: ReadJob[] = [];
      const start = () => {
        for (let next = schedule.next(); next !== null; next = schedule.next()) running.push(next);
        const large = running.filter(({ sizeBytes }) => sizeBytes >= LARGE);
        expect(running.length).toBeLessThanOrEqual(slots);
        expect(large.length).toBeLessThanOrEqual(slots - 1);
        expect(new Set(large.map(({ userId }) => userId)).size).toBe(large.length);
      };
      const finish = (at: number) => {
        for (const done of running.splice(at % Math.max(running.length, 1), 1)) {
          schedule.finish(done);
          read?.push(done);
        }
        start();
      };
      for (const step of script) {
        if (typeof step === 'number') {
          finish(step);
        } else {
          added?.push(step);
          schedule.add(step);
          start();
        }
      }
      while (running.length > 0) finish(0);
      expect(new Set(read)).toEqual(new Set(added));
      expect(read?.length).toBe(added?.length);
    }),
  );
});
