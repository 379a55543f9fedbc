import { z } from 'zod';

const PHONE_SIGNS = /^[\d+().\s-]+$/;
/** The least that an area code with its number has, and the most that E.164 allows. */
const [LEAST_DIGITS, MOST_DIGITS] = [7, 15];

/** A telephone number as people write one. `empty` is what is said where there is none. */
export const phoneNumber = (empty: string) =>
  z
    .string({ error: empty })
    .trim()
    .min(1, { error: empty, abort: true })
    .refine((text) => {
      const digits = text.replaceAll(/\D/g, '').length;
      return PHONE_SIGNS.test(text) && digits >= LEAST_DIGITS && digits <= MOST_DIGITS && text.length <= 40;
    }, 'Enter a phone number with its area code');

// A profile names its country by its code; older ones name it in words.
const unitedStates: ReadonlySet<string> = new Set(['US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA']);

interface PostalPlace {
  zipCode: string;
  country: string;
}

/** Of the United States' codes the form is known; every other country's is taken as it stands. */
export const isPostalCode = ({ zipCode, country }: PostalPlace) =>
  !unitedStates.has(country.toUpperCase()) || /^\d{5}(-\d{4})?$/.test(zipCode);

const filledPlace = z.object({ zipCode: z.string().trim().min(1), country: z.string().trim().min(1) });

/** Beside `isPostalCode` in a form's `refine`. */
export const postalCodeRule: {
  error: string;
  path: PropertyKey[];
  when: (payload: { value: unknown }) => boolean;
} = {
  error: 'Enter a ZIP code of five digits',
  path: ['zipCode'],
  // Else it would be told only once nothing else is wrong.
  when: ({ value }) => filledPlace.safeParse(value).success,
};
