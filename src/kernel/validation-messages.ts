import { configureSchemas } from './schema-settings.ts';
import { t } from './text.ts';

/**
 * Messages that apply unless a schema has its own: those of the specification (section 5), and ours in place of
 * zod's, which are for programmers.
 */
configureSchemas({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return formatType(issue.expected, issue.input);
      case 'too_small':
        return formatTooSmall(issue.origin, Number(issue.minimum), issue.inclusive);
      case 'too_big':
        return formatTooBig(issue.origin, Number(issue.maximum), issue.inclusive);
      case 'invalid_value':
        return t('Choose one of the offered values');
      case 'invalid_format':
        return formats[issue.format]?.() ?? t('This has the wrong format');
      default:
        return undefined;
    }
  },
});

function formatType(expected: string, input: unknown): string {
  if (input === undefined || input === null) return t('Required');
  if (expected === 'int') return t('Enter a whole number');
  return t('Expected {expected} received {received}', { expected, received: typeName(input) });
}

function typeName(input: unknown): string {
  if (Array.isArray(input)) return 'array';
  return Number.isNaN(input) ? 'NaN' : typeof input;
}

function formatTooSmall(origin: string, minimum: number, inclusive = true): string | undefined {
  switch (origin) {
    case 'string':
      return t('String must contain at least {minimum, plural, one {# character} other {# characters}}', {
        minimum,
      });
    case 'array':
      return t('Add at least {minimum}', { minimum });
    case 'number':
    case 'int':
      return inclusive
        ? t('Enter at least {minimum}', { minimum })
        : t('Enter more than {minimum}', { minimum });
    default:
      return undefined;
  }
}

function formatTooBig(origin: string, maximum: number, inclusive = true): string | undefined {
  switch (origin) {
    case 'string':
      return t('Please use at most {maximum, plural, one {# character} other {# characters}}', { maximum });
    case 'array':
      return t('Add at most {maximum}', { maximum });
    case 'number':
    case 'int':
      return inclusive
        ? t('Enter at most {maximum}', { maximum })
        : t('Enter less than {maximum}', { maximum });
    default:
      return undefined;
  }
}

const formats: Readonly<Record<string, () => string>> = {
  email: () => t('Invalid email address'),
  url: () => t('Invalid web address'),
};
