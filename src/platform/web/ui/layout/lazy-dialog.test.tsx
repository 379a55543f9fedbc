import { Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../screen-test.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

interface Props {
  opened: boolean;
  onClose(): void;
}

const NameDialog = (props: Props) => (
  <Modal {...props} title="Name">
    <input aria-label="Name" data-autofocus />
  </Modal>
);

function showPage(load: () => Promise<typeof NameDialog>) {
  const Dialog = lazyDialog<Props>(load, {
    isOpen: ({ opened }) => opened,
    close: ({ onClose }) => onClose(),
  });
  renderScreen(<Page Dialog={Dialog} />);
  return screen.getByRole('button', { name: 'Rename' });
}

function Page({ Dialog }: { Dialog: ComponentType<Props> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <textarea aria-label="Note" />
      <button type="button" onClick={() => setOpened(true)}>
        Rename
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

it('gives the focus to its first field, and back to the button, each time', async () => {
  const button = showPage(async () => NameDialog);
  for (let opening = 0; opening < 2; opening += 1) {
    await userEvent.click(button);
    const field = await screen.findByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it('says that it loads, keeps the page if that fails, and tries again', async () => {
  let fail = (_error: Error) => {};
  const first = new Promise<typeof NameDialog>((_, reject) => {
    fail = reject;
  });
  const load = vi.fn<() => Promise<typeof NameDialog>>().mockResolvedValue(NameDialog);
  const button = showPage(load.mockReturnValueOnce(first));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Typed');
  await userEvent.click(button);
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  fail(new TypeError('Failed to fetch dynamically imported module'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/try again/);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Typed');
  await userEvent.click(button);
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});
