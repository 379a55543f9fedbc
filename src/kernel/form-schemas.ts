import { z } from 'zod';
import { isWholeCents, MAX_CENTS } from './money.ts';
import { problem } from './text.ts';

/** Schemas that forms in the browser check. Apart from what every page needs, so that only forms load zod. */

/** YYYY-MM-DD, the birth date of a living person. */
export const BirthDate = z.iso
  .date(problem('Enter the date as YYYY-MM-DD'))
  .refine((text) => text >= '1900', problem('Please check the year'));

/** A non-negative number of dollars with at most two decimals, as in the specification's campaign form. */
export const Dollars = z
  .number()
  .nonnegative(problem('Must not be negative'))
  .max(MAX_CENTS / 100, problem('This amount is too large'))
  .refine(isWholeCents, problem('At most two decimals'));
