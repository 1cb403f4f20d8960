import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query-client.ts';

afterEach(() => queryClient.clear());

/** An observed query that the test answers itself. */
function aQuery() {
  const asked: PromiseWithResolvers<string>[] = [];
  const queryKey = ['what is read', Math.random()];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  return { queryKey, asked, shown: () => queryClient.getQueryData(queryKey), stop };
}

test('a first request that is already running is followed by another one', async () => {
  const { queryKey, asked, shown, stop } = aQuery();
  const again = queryClient.invalidateQueries({ queryKey });
  asked[0]?.resolve('from before');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.resolve('from now on');
  await again;
  expect(shown()).toBe('from now on');
  stop();
});

test('a first request that nobody waits for any more is still known to be outdated', async () => {
  const { queryKey, asked, stop } = aQuery();
  stop();
  const again = queryClient.invalidateQueries({ queryKey });
  asked[0]?.resolve('from before');
  await again;
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ data: 'from before', isInvalidated: true });
  expect(asked).toHaveLength(1);
});

test('a running refetch is replaced by a newer one', async () => {
  const { queryKey, asked, shown, stop } = aQuery();
  asked[0]?.resolve('first');
  await queryClient.untilRead({ queryKey });
  void queryClient.refetchQueries({ queryKey });
  const again = queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.resolve('from now on');
  await again;
  asked[1]?.resolve('from before');
  expect(shown()).toBe('from now on');
  stop();
});

test('untilRead resolves if nothing is running and ignores failures', async () => {
  const { queryKey, asked, stop } = aQuery();
  asked[0]?.reject(new Error('out of reach'));
  await queryClient.untilRead({ queryKey });
  await queryClient.untilRead({ queryKey });
  expect(asked).toHaveLength(1);
  stop();
});
