import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ignoreStraySecondClicks } from './page/double-clicks.ts';
import { InApp } from './testing/InApp.tsx';
import { useSubmit } from './use-submit.ts';

function Form({ send }: { send: () => Promise<string> }) {
  const create = useSubmit({ mutationFn: send });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      {/* Not disabled while the request runs: the guard must not depend on it. */}
      <button type="submit">Create</button>
      <p role="status">{create.data ?? create.error?.message}</p>
    </form>
  );
}

const button = page.getByRole('button', { name: 'Create' });
const status = page.getByRole('status');

test('a double click sends one request', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const send = vi.fn<() => Promise<string>>(() => promise);
  await render(<Form send={send} />, { wrapper: InApp });
  await userEvent.dblClick(button);
  resolve('created');
  await expect.element(status).toHaveTextContent('created');
  expect(send).toHaveBeenCalledTimes(1);
});

test('another request can be sent after an error', async () => {
  const send = vi.fn<() => Promise<string>>(async () => 'created');
  send.mockRejectedValueOnce(new Error('refused'));
  await render(<Form send={send} />, { wrapper: InApp });
  await userEvent.click(button);
  await expect.element(status).toHaveTextContent('refused');
  await userEvent.click(button);
  await expect.element(status).toHaveTextContent('created');
});

test('the second click of a double click does not press what has replaced the button', async () => {
  ignoreStraySecondClicks(document);
  const again = vi.fn<() => void>();
  function Replaced() {
    const [isDone, setDone] = useState(false);
    return isDone ? (
      <button key="again" type="button" onClick={again}>
        Again
      </button>
    ) : (
      <button key="first" type="button" onClick={() => setDone(true)}>
        First
      </button>
    );
  }
  await render(<Replaced />);
  await userEvent.dblClick(page.getByRole('button', { name: 'First' }));
  const second = page.getByRole('button', { name: 'Again' });
  await expect.element(second).toBeVisible();
  expect(again).not.toHaveBeenCalled();
  await userEvent.click(second);
  expect(again).toHaveBeenCalledTimes(1);
});
