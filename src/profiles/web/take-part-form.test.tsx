import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { invalidFields, renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { updateCompliance } from '../contract.ts';
import { setName } from '../form-contract.ts';
import { TakePartForm } from './take-part-form.tsx';

const newcomer = testUser({ firstName: '', lastName: '', profileImageUrl: null });
const saved = { message: 'Saved' };

function show(user: typeof newcomer) {
  const onDone = vi.fn();
  const received = stubNetwork(
    stubCall(getCurrentUser, user),
    stubCall(setName, saved),
    stubCall(updateCompliance, saved),
  );
  renderScreen(
    <TakePartForm user={user} asksAge asksLocation submitLabel="Apply" onDone={onDone} onCancel={vi.fn()} />,
  );
  const written = () => received.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ body }) => body);
  return { onDone, written };
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Apply' }));

test('saves nothing until name, photo and every box are there', async () => {
  const { onDone, written } = show(newcomer);
  expect(document.activeElement).toBe(screen.getByLabelText(/First name/));
  await submit();
  expect(invalidFields()).toEqual(['First name', 'Last name']);
  await userEvent.type(screen.getByLabelText(/First name/), 'Ana');
  await userEvent.type(screen.getByLabelText(/Last name/), 'Pereira');
  await submit();
  expect(screen.getByText('Add a photo. Tick every box to continue.')).toBeTruthy();
  expect([written(), onDone.mock.calls]).toEqual([[], []]);
});

test('saves the name and the consents, then continues', async () => {
  const named = { ...newcomer, firstName: 'Ana', lastName: 'Pereira', profileImageUrl: '/api/files/me' };
  const { onDone, written } = show(named);
  for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
  await submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(written()).toEqual([
    { firstName: 'Ana', lastName: 'Pereira' },
    { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    { locationConsent: true },
  ]);
});
