import { z } from 'zod';

/** The specification's generic messages (section 5). They apply unless a schema has its own message. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type') {
      if (issue.input === undefined || issue.input === null) return 'Required';
      return `Expected ${issue.expected} received ${typeName(issue.input)}`;
    }
    if (issue.code === 'too_small' && issue.origin === 'string') {
      return `String must contain at least ${issue.minimum} character(s)`.replace(
        'character(s)',
        issue.minimum === 1 ? 'character' : 'characters',
      );
    }
    return undefined;
  },
});

function typeName(input: unknown): string {
  if (Array.isArray(input)) return 'array';
  return Number.isNaN(input) ? 'NaN' : typeof input;
}
