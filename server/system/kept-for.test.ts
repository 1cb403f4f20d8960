import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptFor } from './kept-for.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('keptFor', () => {
  it('makes a result once for all who ask in the meantime, and again afterwards', async () => {
    const make = vi.fn<() => Promise<string>>(() => Promise.resolve('sums'));
    const ask = keptFor(1000, make);
    expect(await Promise.all([ask(), ask()])).toEqual(['sums', 'sums']);
    vi.advanceTimersByTime(999);
    await ask();
    expect(make).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await ask();
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('does not keep a failure', async () => {
    const make = vi.fn<() => Promise<string>>(() => Promise.resolve('sums'));
    make.mockRejectedValueOnce(new Error('away'));
    const ask = keptFor(1000, make);
    await expect(ask()).rejects.toThrow('away');
    expect(await ask()).toBe('sums');
  });
});
