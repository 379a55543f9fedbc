import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatNotificationDocs } from './support/notification-docs.ts';

test('docs/notifications.md lists all kinds; `npm run notifications` writes it', () => {
  const written = readFileSync(join(import.meta.dirname, '../docs/notifications.md'), 'utf8');
  expect(written).toBe(formatNotificationDocs());
});
