import { Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../screen-test.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

interface Props {
  opened: boolean;
  onClose(): void;
}

const Dialog = lazyDialog<Props>(
  async () => (props) => (
    <Modal {...props} title="Name">
      <input aria-label="Name" data-autofocus />
    </Modal>
  ),
  ({ opened }) => opened,
);

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Rename
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

it('gives the focus to its first field, and back to the button, each time', async () => {
  renderScreen(<Page />);
  const button = screen.getByRole('button', { name: 'Rename' });
  for (let opening = 0; opening < 2; opening += 1) {
    await userEvent.click(button);
    const field = await screen.findByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});
