import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { InApp } from '#web/lib/testing/InApp.tsx';
import { Confirm } from './Confirm.tsx';
import { Dialog } from './Dialog.tsx';

function WithDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Behind</button>
      {isOpen && (
        <Dialog title="Rename" closeLabel="Close" onClose={() => setOpen(false)}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

const opener = page.getByRole('button', { name: 'Open' });
const dialog = page.getByRole('dialog', { name: 'Rename' });

test('Escape and the close button close a dialog, and the focus returns', async () => {
  await render(<WithDialog />, { wrapper: InApp });
  await opener.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();

  await opener.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

function LoadsItsField() {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <Dialog title="Share" closeLabel="Close" onClose={() => undefined}>
        <button type="button">Help</button>
        {isLoaded && <input aria-label="Name" data-autofocus />}
      </Dialog>
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
    </>
  );
}

/** A modal dialog makes the rest of the page inert for people. */
const load = (): void => {
  for (const button of document.querySelectorAll('button')) if (button.textContent === 'Load') button.click();
};

test('a field of a dialog that is loaded first gets the focus, unless the user has moved it', async () => {
  const first = await render(<LoadsItsField />, { wrapper: InApp });
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
  load();
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  await first.unmount();

  await render(<LoadsItsField />, { wrapper: InApp });
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  load();
  await expect.element(page.getByLabelText('Name')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Help' })).toHaveFocus();
});

test('the focus does not reach the page behind a dialog', async () => {
  await render(<WithDialog />, { wrapper: InApp });
  await opener.click();
  await expect.element(dialog).toBeVisible();
  for (let presses = 0; presses < 4; presses++) {
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.textContent).not.toBe('Behind');
  }
});

test('a dialog that needs an answer stays open when Escape is pressed repeatedly', async () => {
  await render(
    <Dialog title="Rename">
      <input aria-label="Name" />
    </Dialog>,
    { wrapper: InApp },
  );
  await userEvent.keyboard('{Escape}{Escape}{Escape}');
  await expect.element(dialog).toBeVisible();
});

test('a confirmation starts on Cancel and runs only what is confirmed', async () => {
  const [onConfirm, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const labels = { title: 'Delete it?', confirmLabel: 'Delete', cancelLabel: 'Cancel', closeLabel: 'Close' };
  await render(
    <Confirm {...labels} pending={false} onConfirm={onConfirm} onClose={onClose}>
      It cannot be restored.
    </Confirm>,
    { wrapper: InApp },
  );
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0]);
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(onConfirm).toHaveBeenCalledOnce();
});
