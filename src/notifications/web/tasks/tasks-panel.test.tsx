import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { marketerSample } from '#auth/sample.ts';
import { listTasks, type Task } from '#notifications/tasks-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { TasksPanel } from './tasks-panel.tsx';

const clock = createManualClock(new Date('2026-11-02T12:00:00Z'));
const me = stubCall(getCurrentUser, marketerSample);
const campaignId = '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11';
const proofs: Task = {
  kind: 'review-proofs',
  campaignId,
  about: 'Cold brew',
  ref: null,
  count: 3,
  dueAt: '2026-11-02T17:30:00.000Z',
  amount: null,
};
const debt: Task = { ...proofs, kind: 'pay-shortfall', count: 1, dueAt: null, amount: '12.50' };

it('names what waits, where it is done, and how long there is', async () => {
  stubNetwork(me, stubCall(listTasks, [proofs, debt]));
  renderScreen(<TasksPanel />, { clock });
  const review = await screen.findByRole('link', { name: 'Review 3 proofs Cold brew Due in 5 hours' });
  expect(review.getAttribute('href')).toBe(`/proof-review?show=open&of=${campaignId}`);
  expect(screen.getByRole('link', { name: 'Pay $12.50 for approved work Cold brew' })).toBeTruthy();
});

it('shows nothing if nothing waits', async () => {
  const received = stubNetwork(me, stubCall(listTasks, []));
  const { container } = renderScreen(<TasksPanel />, { clock });
  await waitFor(() => expect(received.some(({ endpoint }) => endpoint === listTasks)).toBe(true));
  expect(container.querySelector('section')).toBeNull();
});

it('says that the list could not be loaded, and tries again', async () => {
  stubNetwork(me, stubRefusal(listTasks, 'server/busy'));
  renderScreen(<TasksPanel />, { clock });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
