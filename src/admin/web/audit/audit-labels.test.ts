import { expect, test } from 'vitest';
import { formatAuditEntry } from './audit-labels.ts';

const entry = {
  position: 1,
  at: '2026-11-02T09:00:00.000Z',
  actor: { id: 'a', name: 'Ada Moreno' },
  actorRole: 'admin',
  action: 'account.suspended',
  object: { kind: 'account', id: 'b', name: 'Bo Field' },
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
    'Ada Moreno changed their own user type',
  ],
  [
    { ...entry, object: { ...entry.object, id: 'a' }, action: 'role.granted' },
    'Ada Moreno made themselves an administrator',
  ],
  [{ ...entry, action: 'role.changed' }, 'Ada Moreno changed the user type of Bo Field'],
  [
    { ...entry, action: 'thing.done', object: { kind: 'thing', id: '7', name: null } },
    'Ada Moreno: thing.done, thing 7',
  ],
])('formats an entry as a sentence', (given, sentence) => {
  expect(formatAuditEntry(given)).toBe(sentence);
});
