import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  stubCall,
  stubNetwork,
  stubPages,
  findEmptyState,
  invalidFields,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { type AuditEntry, listAudit, verifyAudit } from '../../audit-contract.ts';
import { AuditPanel } from './audit-panel.tsx';

const entry: AuditEntry = {
  position: 7,
  at: '2026-11-02T09:00:00.000Z',
  actor: { id: '8c5d1c0a-7f55-4b0e-9b0b-2f2f6a1d7e33', name: 'Ada Moreno' },
  actorRole: 'admin',
  action: 'account.suspended',
  object: { kind: 'account', id: '2b8e1a50-9a64-4b7e-8e0d-6a7f5d1c3e21', name: 'Bo Field' },
  person: null,
  campaign: null,
  reason: 'Another person uses it',
  details: [{ name: 'own', value: 'false' }],
  requestId: 'r1',
  ipPrefix: '203.0.113.0/24',
  seal: null,
};
const older: AuditEntry = { ...entry, position: 3, action: 'proof.approved', reason: null, seal: 3 };
const draw = (at = '/admin?tab=audit') => renderScreen(<AuditPanel />, { at });

it('shows entries as sentences, newest first, page by page', async () => {
  const received = stubNetwork(stubPages(listAudit, [[entry], [older]]));
  draw();
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByRole('link', { name: 'Ada Moreno' })).toBeTruthy();
  expect(item.getByRole('link', { name: 'Bo Field' })).toBeTruthy();
  for (const text of ['“Another person uses it”', /203\.0\.113\.0\/24/, /own.*false/]) {
    expect(item.getByText(text)).toBeTruthy();
  }
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(received.at(-1)?.query).toEqual({ show: 'actions', limit: '50', cursor: '1' });
});

it('filters by form and URL, and says so if nothing matches', async () => {
  const received = stubNetwork(stubCall(listAudit, []));
  draw('/admin?tab=audit&action=kyc');
  await findEmptyState();
  expect(received.at(-1)?.query).toEqual({ action: 'kyc', limit: '50' });
  await userEvent.type(screen.getByLabelText('Actor'), ' ada@example.com ');
  await userEvent.type(screen.getByLabelText('From'), '2026-11-02');
  await userEvent.type(screen.getByLabelText('To'), '2026-11-02');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await expect.poll(() => received.at(-1)?.query['actor']).toBe('ada@example.com');
  const { from = '', to = '' } = received.at(-1)?.query ?? {};
  // Exactly one day in the user's time zone.
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(24 * 3_600_000);
  const exported = screen.getByRole('link', { name: 'Export these entries' }).getAttribute('href') ?? '';
  expect(exported).toContain('/api/admin/audit.csv?action=kyc&actor=ada%40example.com&from=');
});

it('shows sign-ins and views apart from actions, and the oldest entries first if asked', async () => {
  const received = stubNetwork(stubCall(listAudit, [entry]));
  draw();
  await screen.findByRole('listitem');
  await userEvent.click(screen.getByRole('radio', { name: 'Sign-ins and views' }));
  await expect.poll(() => received.at(-1)?.query).toEqual({ show: 'visits', limit: '50' });
  await userEvent.click(screen.getByRole('combobox', { name: 'Order' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Oldest first' }));
  await expect.poll(() => received.at(-1)?.query).toEqual({ show: 'visits', order: 'oldest', limit: '50' });
});

it('says that the log is intact', async () => {
  stubNetwork(
    stubCall(listAudit, [entry]),
    stubCall(verifyAudit, {
      sealed: 12,
      skipped: 0,
      expired: 0,
      waiting: 1,
      head: { number: 12, hash: 'ab'.repeat(32) },
      problems: [],
    }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify log' }));
  const verdict = await screen.findByRole('status');
  expect(verdict.textContent).toMatch(/12\b.*\b1\b/);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says how many older entries were skipped, and how to verify them', async () => {
  stubNetwork(
    stubCall(listAudit, [entry]),
    stubCall(verifyAudit, {
      sealed: 100_000,
      skipped: 2_345_678,
      expired: 0,
      waiting: 0,
      head: { number: 2_445_678, hash: 'ab'.repeat(32) },
      problems: [],
    }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify log' }));
  expect((await screen.findByRole('status')).textContent).toContain('2,345,678');
  expect(screen.getByText('npm run admin -- verify-audit')).toBeTruthy();
});

it('shows an alert if an entry was altered', async () => {
  stubNetwork(
    stubCall(listAudit, []),
    stubCall(verifyAudit, {
      sealed: 12,
      skipped: 0,
      expired: 0,
      waiting: 0,
      head: { number: 12, hash: 'ab'.repeat(32) },
      problems: [{ at: 7, kind: 'altered' }],
    }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify log' }));
  const alarm = within(await screen.findByRole('alert'));
  expect(alarm.getByRole('listitem').textContent).toMatch(/\b7\b.*changed/);
});

it('shows an error and sends nothing if the end is before the start', async () => {
  const received = stubNetwork(stubCall(listAudit, []));
  draw();
  await findEmptyState();
  const before = received.length;
  await userEvent.type(screen.getByLabelText('From'), '2026-11-03');
  await userEvent.type(screen.getByLabelText('To'), '2026-11-02');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(invalidFields()).toEqual(['To']);
  expect(received).toHaveLength(before);
});
