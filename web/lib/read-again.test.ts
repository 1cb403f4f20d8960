import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query-client.ts';
import { readAgain, untilRead } from './read-again.ts';

afterEach(() => queryClient.clear());

/** A query whose answers are given by hand, as something that is shown asks it. */
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

test('a first answer that is on its way is not enough', async () => {
  const { queryKey, asked, shown, stop } = aQuery();
  const again = readAgain({ queryKey });
  asked[0]?.resolve('from before');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.resolve('from now on');
  await again;
  expect(shown()).toBe('from now on');
  stop();
});

test('a later answer that is on its way is given up for a newer one', async () => {
  const { queryKey, asked, shown, stop } = aQuery();
  asked[0]?.resolve('first');
  await untilRead({ queryKey });
  void queryClient.refetchQueries({ queryKey });
  const again = readAgain({ queryKey });
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.resolve('from now on');
  await again;
  asked[1]?.resolve('from before');
  expect(shown()).toBe('from now on');
  stop();
});

test('nothing on its way is nothing to wait for, and a failure is not the waiting one’s', async () => {
  const { queryKey, asked, stop } = aQuery();
  asked[0]?.reject(new Error('out of reach'));
  await untilRead({ queryKey });
  await untilRead({ queryKey });
  expect(asked).toHaveLength(1);
  stop();
});
