import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, it, vi } from 'vitest';
import { LineLog } from '../src/line-log.ts';

async function logged(chunks: string[]): Promise<string[]> {
  const lines: string[] = [];
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  new LineLog((line) => lines.push(line)).follow(stream);
  await finished(stream);
  return lines;
}

describe('LineLog', () => {
  it('passes on whole lines, however they are split into chunks, and an unfinished last line', async () => {
    expect(await logged(['one\ntw', 'o\n\nth', 'ree'])).toEqual(['one', 'two', 'three']);
  });

  it('cuts an endless line instead of buffering it', async () => {
    const chunks = Array.from({ length: 50 }, () => 'x'.repeat(1_000));
    expect(await logged([...chunks, '\nnext\n'])).toEqual(['x'.repeat(2_000), 'next']);
  });

  it('lets 200 lines through in ten seconds and then says how many it left out', () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const log = new LineLog((line) => lines.push(line));
    for (let n = 1; n <= 1_000; n += 1) log.write(`line ${n}`);
    expect(lines).toHaveLength(200);
    vi.advanceTimersByTime(10_000);
    log.write('calm again');
    expect(lines.slice(200)).toEqual(['(800 lines left out)', 'calm again']);
    vi.useRealTimers();
  });

  it('remembers the last ten lines', () => {
    const log = new LineLog(() => undefined);
    for (let n = 1; n <= 12; n += 1) log.write(`line ${n}`);
    expect(log.recent.split('\n')).toEqual(Array.from({ length: 10 }, (_, index) => `line ${index + 3}`));
  });
});
