import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openDispute } from '#disputes/contract.ts';
import { disputeSample } from '#disputes/sample.ts';
import { listDisputableApprovals } from '#disputes/support-contract.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { DisputableApprovals } from './disputable-approvals.tsx';

const approval = {
  proofId: disputeSample.proofId,
  campaignId: disputeSample.campaignId,
  campaignTitle: disputeSample.campaignTitle,
  marketerName: disputeSample.marketerName,
  businessName: 'Cold Brew Co.',
  pay: '40.00',
  approvedAt: '2026-12-01T08:30:00.000Z',
};

test('an admin searches approved work and opens a dispute for its advertiser, with a reason', async () => {
  const asked: unknown[] = [];
  const received = stubNetwork(
    stubCall(listDisputableApprovals, ({ query }) => {
      asked.push(query?.q);
      return [approval];
    }),
    stubCall(openDispute, disputeSample),
  );
  renderScreen(<DisputableApprovals />);
  await userEvent.type(await screen.findByRole('searchbox'), 'cold brew');
  await expect.poll(() => asked.at(-1)).toBe('cold brew');
  await userEvent.click(await screen.findByRole('button', { name: /^Open dispute: / }));
  const dialog = await screen.findByRole('dialog', { name: /Cold Brew Co\./ });
  await userEvent.click(screen.getByRole('button', { name: 'Open dispute' }));
  expect(received.some(({ endpoint }) => endpoint === openDispute)).toBe(false);
  await userEvent.type(
    screen.getByRole('textbox', { name: /Why is the approval wrong/ }),
    'The post is gone.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open dispute' }));
  await expect.poll(() => dialog.isConnected).toBe(false);
  expect(received.find(({ endpoint }) => endpoint === openDispute)).toMatchObject({
    params: { id: approval.proofId },
    body: { reason: 'The post is gone.', files: [] },
  });
});
