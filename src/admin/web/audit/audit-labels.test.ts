import { expect, test } from 'vitest';
import { formatAuditDetail, splitAuditEntry } from './audit-labels.ts';

const entry = {
  position: 1,
  at: '2026-11-02T09:00:00.000Z',
  actor: { id: 'a', name: 'Ada Moreno' },
  actorRole: 'admin',
  action: 'account.suspended',
  object: { kind: 'account', id: 'b', name: 'Bo Field' },
  person: null,
  campaign: null,
  reason: null,
  details: [],
  requestId: null,
  ipPrefix: null,
  seal: null,
};
test.each([
  [entry, 'Ada Moreno suspended Bo Field'],
  [
    { ...entry, actor: null, actorRole: 'platform', action: 'role.granted' },
    'The platform made Bo Field an administrator',
  ],
  [
    { ...entry, object: { ...entry.object, id: 'a' }, action: 'account.deleted' },
    'Ada Moreno deleted their own account',
  ],
  [
    { ...entry, object: { ...entry.object, id: 'a' }, action: 'role.changed' },
    'Ada Moreno changed their own account type',
  ],
  [
    { ...entry, object: { ...entry.object, id: 'a' }, action: 'role.granted' },
    'Ada Moreno made themselves an administrator',
  ],
  [
    {
      ...entry,
      action: 'proof.approved',
      object: { kind: 'proof', id: 'p', name: null },
      person: { id: 'b', name: 'Bo Field' },
      campaign: { id: 'c', title: 'Beans' },
    },
    'Ada Moreno approved a proof by Bo Field for “Beans”',
  ],
  [
    {
      ...entry,
      action: 'campaign.closed',
      object: { kind: 'campaign', id: 'c', name: null },
      campaign: { id: 'c', title: 'Beans' },
    },
    'Ada Moreno closed “Beans”',
  ],
  [{ ...entry, action: 'role.changed' }, 'Ada Moreno changed the account type of Bo Field'],
  [
    { ...entry, action: 'thing.done', object: { kind: 'thing', id: '7', name: null } },
    'Ada Moreno: thing.done, thing 7',
  ],
])('formats an entry as a sentence', (given, sentence) => {
  expect(
    splitAuditEntry(given)
      .map(({ text }) => text)
      .join(''),
  ).toBe(sentence);
});

test.each([
  ['dispute.agreed', 'Bo Field accepted a proposal in a dispute for “Beans”'],
  ['dispute.answered', 'Bo Field answered a dispute for “Beans”'],
  ['dispute.escalated', 'Bo Field handed a dispute to the administrators for “Beans”'],
  ['dispute.opened', 'Bo Field disputed a decision about their own proof for “Beans”'],
  ['dispute.proposed', 'Bo Field made a proposal in a dispute for “Beans”'],
])('leaves out the party of %s if they act themselves', (action, sentence) => {
  const party = { id: 'b', name: 'Bo Field' };
  const words = splitAuditEntry({
    ...entry,
    actor: party,
    action,
    object: { kind: 'dispute', id: 'd', name: null },
    person: party,
    campaign: { id: 'c', title: 'Beans' },
  });
  expect(words.map(({ text }) => text).join('')).toBe(sentence);
});

test.each([
  [{ name: 'amountCents', value: '3600' }, 'amount: $36.00'],
  [{ name: 'amountCents', value: 'many' }, 'amount: many'],
  [{ name: 'endsAt', value: 'noon' }, 'ends at: noon'],
])('formats the detail %j as %s', (detail, words) => {
  expect(formatAuditDetail(detail)).toBe(words);
});
