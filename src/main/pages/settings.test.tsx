import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { deleteOwnAccount, getDeletion } from '#auth/account-contract.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { stubIndexedDb } from '#tracking/web/test-indexed-db.ts';
import { fixAt, recording, startedAt } from '#tracking/web/test-tracking.ts';
import { openFixesDatabase } from '#tracking/web/positions/waiting-fixes-database.ts';
import { Deletion } from './settings.tsx';

const other = { ...recording, accountId: '00000000-0000-4000-8000-000000000002' };
const known = [
  stubCall(getCurrentUser, marketer),
  stubCall(getDeletion, { openMatters: [], givenUp: [], isLastAdmin: false, isListedAdmin: false }),
];

async function pressDelete(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
  await userEvent.type(within(dialog).getByLabelText(/Type “delete”/), 'delete{Enter}');
  return dialog;
}

test('deletes positions of the account stored in this browser, and keeps those of other accounts', async () => {
  stubIndexedDb();
  const fixes = await openFixesDatabase(startedAt);
  for (const each of [recording, other]) await fixes.add(each, fixAt(0));
  const leave = vi.fn();
  stubNetwork(...known, stubRefusal(deleteOwnAccount, 'account/open-matters'));
  renderScreen(<Deletion accountId={marketer.id} leave={leave} />, { clock: createManualClock(startedAt) });
  await within(await pressDelete()).findByRole('alert');
  expect(await fixes.count(recording)).toBe(1);

  stubNetwork(...known, stubCall(deleteOwnAccount, { message: 'Your account is deleted.' }));
  await userEvent.type(screen.getByLabelText(/Type “delete”/), '{Enter}');
  await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect([await fixes.count(recording), await fixes.count(other)]).toEqual([0, 1]);
});
