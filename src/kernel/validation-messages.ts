import { z } from 'zod';
import { t } from './text.ts';

/** The specification's generic messages (section 5). They apply unless a schema has its own message. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type') {
      if (issue.input === undefined || issue.input === null) return t('Required');
      return t('Expected {expected} received {received}', {
        expected: issue.expected,
        received: typeName(issue.input),
      });
    }
    if (issue.code === 'too_small' && issue.origin === 'string') {
      return t('String must contain at least {minimum, plural, one {# character} other {# characters}}', {
        minimum: Number(issue.minimum),
      });
    }
    return undefined;
  },
});

function typeName(input: unknown): string {
  if (Array.isArray(input)) return 'array';
  return Number.isNaN(input) ? 'NaN' : typeof input;
}
