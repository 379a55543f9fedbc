// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerCalls, answerPages, renderScreen } from '#platform/web/screen-test.tsx';
import { type AuditEntry, listAudit, verifyAudit } from '../audit-contract.ts';
import { AuditPanel } from './audit-panel.tsx';

const entry: AuditEntry = {
  position: 7,
  at: '2026-11-02T09:00:00.000Z',
  actor: { id: '8c5d1c0a-7f55-4b0e-9b0b-2f2f6a1d7e33', name: 'Ada Moreno' },
  actorRole: 'admin',
  action: 'account.suspended',
  object: { kind: 'account', id: '2b8e1a50-9a64-4b7e-8e0d-6a7f5d1c3e21', name: 'Bo Field' },
  reason: 'Somebody else uses it',
  details: [{ name: 'own', value: 'false' }],
  requestId: 'r1',
  ipPrefix: '203.0.113.0/24',
  seal: null,
};
const older: AuditEntry = { ...entry, position: 3, action: 'proof.approved', reason: null, seal: 3 };
const draw = (at = '/admin?tab=audit') => renderScreen(<AuditPanel />, { at });

it('reads as sentences, newest first, page by page', async () => {
  const received = answerCalls(answerPages(listAudit, [[entry], [older]]));
  draw();
  await screen.findByText('Ada Moreno suspended Bo Field');
  const item = within(screen.getByRole('listitem'));
  for (const text of ['“Somebody else uses it”', 'from 203.0.113.0/24', 'not sealed yet', 'own: false']) {
    expect(item.getByText(text)).toBeTruthy();
  }
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Ada Moreno approved a proof');
  expect(received.at(-1)?.query).toEqual({ limit: '50', cursor: '1' });
});

it('filters by what is typed, from the address too, and says where nothing matches', async () => {
  const received = answerCalls(answer(listAudit, []));
  draw('/admin?tab=audit&action=kyc');
  await screen.findByText('Nothing in the log matches');
  expect(received.at(-1)?.query).toEqual({ action: 'kyc', limit: '50' });
  await userEvent.type(screen.getByLabelText('Who did it'), ' ada@example.com ');
  await userEvent.type(screen.getByLabelText('From'), '2026-11-02');
  await userEvent.type(screen.getByLabelText('To'), '2026-11-02');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await expect.poll(() => received.at(-1)?.query['actor']).toBe('ada@example.com');
  const { from = '', to = '' } = received.at(-1)?.query ?? {};
  // One whole day of the reader's.
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(24 * 3_600_000);
  const exported = screen.getByRole('link', { name: 'Export' }).getAttribute('href') ?? '';
  expect(exported).toContain('/api/admin/audit.csv?action=kyc&actor=ada%40example.com&from=');
});

it('says whether the log is whole', async () => {
  answerCalls(
    answer(listAudit, [entry]),
    answer(verifyAudit, {
      sealed: 12,
      skipped: 0,
      waiting: 1,
      head: { number: 12, hash: 'ab'.repeat(32) },
      problems: [],
    }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify the log' }));
  await screen.findByText('The log is whole');
  expect(screen.getByText(/12 entries agree with their seals; 1 more waits for sealing/)).toBeTruthy();
});

it('says how far it looked where the log is longer, and how to have the rest compared', async () => {
  answerCalls(
    answer(listAudit, [entry]),
    answer(verifyAudit, {
      sealed: 100_000,
      skipped: 2_345_678,
      waiting: 0,
      head: { number: 2_445_678, hash: 'ab'.repeat(32) },
      problems: [],
    }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify the log' }));
  await screen.findByText('The newest entries are as they were written');
  expect(screen.getByText(/2,345,678 older entries were not compared/)).toBeTruthy();
  expect(screen.getByText('npm run admin -- verify-audit')).toBeTruthy();
});

it('raises the alarm where it is not', async () => {
  answerCalls(
    answer(listAudit, []),
    answer(verifyAudit, {
      sealed: 12,
      skipped: 0,
      waiting: 0,
      head: { number: 12, hash: 'ab'.repeat(32) },
      problems: [{ at: 7, kind: 'altered' }],
    }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify the log' }));
  await screen.findByText('The log is not as it was written');
  expect(screen.getByText('Entry number 7 was altered.')).toBeTruthy();
});

it('asks nothing where the time ends before it begins, and says so', async () => {
  const received = answerCalls(answer(listAudit, []));
  draw();
  await screen.findByText('Nothing in the log matches');
  const before = received.length;
  await userEvent.type(screen.getByLabelText('From'), '2026-11-03');
  await userEvent.type(screen.getByLabelText('To'), '2026-11-02');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(screen.getByText('Choose a day that is not before From')).toBeTruthy();
  expect(received).toHaveLength(before);
});
