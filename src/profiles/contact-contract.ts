import { z } from 'zod';
import { type Message, problem, t } from '#kernel/text.ts';

const PHONE_CHARACTERS = /^[\d+().\s-]+$/;
/** The maximum is that of E.164. */
const [MIN_DIGITS, MAX_DIGITS] = [7, 15];

/** Accepts phone numbers as people write them. `empty` is the error if there is none. */
export const phoneNumberSchema = (empty: Message) =>
  z
    .string({ error: () => t(empty) })
    .trim()
    .min(1, { error: () => t(empty), abort: true })
    .refine((text) => {
      const digits = text.replaceAll(/\D/g, '').length;
      return PHONE_CHARACTERS.test(text) && digits >= MIN_DIGITS && digits <= MAX_DIGITS && text.length <= 40;
    }, problem('Enter a phone number with area code'));

// Profiles store the country code. Older profiles have the country's name.
const unitedStates: ReadonlySet<string> = new Set([
  'US',
  'USA',
  'UNITED STATES', // not for users
  'UNITED STATES OF AMERICA',
]);

interface PostalPlace {
  zipCode: string;
  country: string;
}

/** Other countries' codes are accepted as they are. */
export const isPostalCode = ({ zipCode, country }: PostalPlace) =>
  !unitedStates.has(country.toUpperCase()) || /^\d{5}(-\d{4})?$/.test(zipCode);

const filledPlace = z.object({ zipCode: z.string().trim().min(1), country: z.string().trim().min(1) });

export const postalCodeRule: {
  error: () => string;
  path: PropertyKey[];
  when: (payload: { value: unknown }) => boolean;
} = {
  ...problem('Enter a 5-digit ZIP code'),
  path: ['zipCode'],
  // Without this, the error would show only once all other fields are valid.
  when: ({ value }) => filledPlace.safeParse(value).success,
};
