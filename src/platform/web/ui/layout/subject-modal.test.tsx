import { MantineProvider, TextInput } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { SubjectModal } from './subject-modal.tsx';
import { theme } from '../theme.ts';

interface Person {
  name: string;
}

function People({ onClosed }: { onClosed: (person: Person) => void }) {
  const [asked, setAsked] = useState<Person | null>(null);
  return (
    <>
      {['Ada', 'Maya'].map((name) => (
        <button type="button" key={name} onClick={() => setAsked({ name })}>
          Ask {name}
        </button>
      ))}
      <SubjectModal
        subject={asked}
        title={({ name }) => `About ${name}`}
        onClose={() => setAsked(null)}
        onClosed={onClosed}
      >
        {({ name }) => (
          <>
            <TextInput label={`Reason of ${name}`} />
            <button type="button" onClick={() => setAsked(null)}>
              Send
            </button>
          </>
        )}
      </SubjectModal>
    </>
  );
}

/** Keeps fade transitions, unlike other screen tests, because it tests the content of a fading dialog. */
function renderPeople({ isMotionReduced = false } = {}) {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), {
      matches: isMotionReduced && media.includes('reduced-motion'),
      media,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const onClosed = vi.fn<(person: Person) => void>();
  render(
    <MantineProvider theme={theme}>
      <People onClosed={onClosed} />
    </MantineProvider>,
  );
  return onClosed;
}

const FADE_MS = 200;

/** However slow the test is. Returns a function that ends the running fades. */
function holdFades(): () => void {
  const { setTimeout, clearTimeout } = window;
  const held = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal('setTimeout', (task: () => void, milliseconds?: number) => {
    if (milliseconds !== FADE_MS) return setTimeout(task, milliseconds);
    last -= 1;
    held.set(last, task);
    return last;
  });
  vi.stubGlobal('clearTimeout', (timer: number) => held.delete(timer) || clearTimeout(timer));
  return () =>
    act(() => {
      const tasks = [...held.values()];
      held.clear();
      for (const task of tasks) task();
    });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));
const findDialog = (name: string) => screen.findByRole('dialog', { name: `About ${name}` });

it('keeps its name and content while it fades, and accepts no input', async () => {
  const endFading = holdFades();
  const onClosed = renderPeople();
  await press('Ask Ada');
  const dialog = await findDialog('Ada');
  const field = within(dialog).getByLabelText('Reason of Ada');
  expect(field.closest('[inert]')).toBeNull();
  await userEvent.type(field, 'because');
  await press('Send');

  expect(screen.getByRole('dialog', { name: 'About Ada' })).toBe(dialog);
  expect(within(dialog).getByDisplayValue('because').closest('[inert]')).not.toBeNull();
  expect(onClosed).not.toHaveBeenCalled();
  await waitFor(() => {
    endFading();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(onClosed.mock.calls).toEqual([[{ name: 'Ada' }]]);
});

it.each(['Ada', 'Maya'])('shows an empty field if it opens for %s while it fades', async (name) => {
  const endFading = holdFades();
  const onClosed = renderPeople();
  await press('Ask Ada');
  await userEvent.type(within(await findDialog('Ada')).getByLabelText('Reason of Ada'), 'because');
  await press('Send');
  expect(screen.getByRole('dialog', { name: 'About Ada' })).toBeTruthy();
  await press(`Ask ${name}`);

  const field = within(await findDialog(name)).getByLabelText<HTMLInputElement>(`Reason of ${name}`);
  expect(field.value).toBe('');
  expect(field.closest('[inert]')).toBeNull();
  // The interrupted fade must not remove the dialog. The library starts a fade two frames after the change.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  endFading();
  expect(field.isConnected).toBe(true);
  expect(onClosed).not.toHaveBeenCalled();
});

it('closes at once if the user prefers reduced motion', async () => {
  const onClosed = renderPeople({ isMotionReduced: true });
  await press('Ask Ada');
  await findDialog('Ada');
  await press('Send');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onClosed.mock.calls).toEqual([[{ name: 'Ada' }]]);
  await press('Ask Maya');
  expect(within(await findDialog('Maya')).getByLabelText('Reason of Maya')).toBeTruthy();
});
