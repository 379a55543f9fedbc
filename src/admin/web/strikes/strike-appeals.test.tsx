import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { strikeSample } from '#applications/sample.ts';
import { decideStrike, listStrikes, type Strike } from '#applications/strike-contract.ts';
import {
  stubCall,
  stubNetwork,
  stubPages,
  findEmptyState,
  invalidFields,
  pasteInto,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { StrikeAppeals } from './strike-appeals.tsx';

const appeal: Strike = {
  ...strikeSample,
  status: 'appealed',
  appealText: 'The train stood still.',
  appealedAt: '2026-12-02T08:00:00.000Z',
  can: { appeal: false, decide: true },
};
const lifted: Strike = {
  ...appeal,
  status: 'lifted',
  isCounted: false,
  decisionReason: 'It did.',
  decidedAt: '2026-12-02T09:00:00.000Z',
  can: { appeal: false, decide: false },
};

test('shows an appeal and lifts the strike once, with a reason', async () => {
  const received = stubNetwork(
    stubCall(listStrikes, () => (received.some(({ endpoint }) => endpoint === decideStrike) ? [] : [appeal])),
    stubCall(decideStrike, lifted),
  );
  renderScreen(<StrikeAppeals />);
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toMatch(/Maya Lindqvist.*Cold brew.*“The train stood still.”/);
  await userEvent.click(screen.getByRole('button', { name: 'Lift the strike of Maya Lindqvist' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lift this strike?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Lift strike' }));
  expect(invalidFields()).toEqual(['Reason']);
  await userEvent.type(dialog.getByRole('textbox'), 'It did.');
  await userEvent.click(dialog.getByRole('button', { name: 'Lift strike' }));
  expect(await screen.findByText('Strike lifted')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === decideStrike)).toMatchObject({
    params: { id: appeal.id },
    body: { status: 'lifted', reason: 'It did.' },
  });
  await findEmptyState();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Appeals' })));
});

test('keeps the dialog open with an error if another admin was faster', async () => {
  stubNetwork(stubCall(listStrikes, [appeal]), stubRefusal(decideStrike, 'strike/decided'));
  renderScreen(<StrikeAppeals />);
  await userEvent.click(await screen.findByRole('button', { name: 'Uphold the strike of Maya Lindqvist' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Uphold this strike?' }));
  await pasteInto(dialog.getByRole('textbox'), 'No proof of it.');
  await userEvent.click(dialog.getByRole('button', { name: 'Uphold strike' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(dialog.getByRole('textbox')).toHaveProperty('value', 'No proof of it.');
});

test('lists decided strikes separately, without buttons', async () => {
  const received = stubNetwork(
    stubCall(listStrikes, ({ query }) => (query['status'] === 'lifted' ? [lifted] : [])),
  );
  renderScreen(<StrikeAppeals />);
  await findEmptyState();
  await userEvent.click(screen.getByRole('radio', { name: 'Lifted' }));
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain('“It did.”');
  expect(within(item).queryByRole('button')).toBeNull();
  expect(received.map(({ query }) => query['status'])).toEqual(['appealed', 'lifted']);
});

test('loads a long queue page by page', async () => {
  const named = (index: number) => ({
    ...appeal,
    id: `5c8d1f3a-7e42-4b19-9c60-${String(index).padStart(12, '0')}`,
    marketerName: `Marketer ${index}`,
  });
  stubNetwork(stubPages(listStrikes, [[named(1), named(2)], [named(3)]]));
  renderScreen(<StrikeAppeals />);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(/Marketer 3/)).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('retries after a failure', async () => {
  stubNetwork(stubRefusal(listStrikes, 'server/busy'));
  renderScreen(<StrikeAppeals />);
  await screen.findByRole('alert');
  stubNetwork(stubCall(listStrikes, [appeal]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('listitem')).toBeTruthy();
});
