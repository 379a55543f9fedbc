import { schemaResolver } from '@mantine/form';
import type { CurrentUser } from '#auth/contract.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { profilesDomain } from '#profiles/domain.ts';
import { ageInYears } from '#kernel/time.ts';
import { clothingSizes, MINIMUM_AGE_YEARS } from '../contract.ts';
import { BusinessCategory, Gender, ProfileForm } from '../form-contract.ts';

const textFields = [
  'firstName',
  'lastName',
  'phoneNumber',
  'dateOfBirth',
  'gender',
  'clothingSize',
  'address',
  'city',
  'state',
  'zipCode',
  'country',
  'paypalEmail',
  'businessName',
  'businessEmail',
  'businessWebsite',
  'businessAddress',
  'businessType',
  'businessDescription',
] as const;
type TextField = (typeof textFields)[number];
const choices: ReadonlySet<TextField> = new Set(['gender', 'clothingSize', 'businessType']);

/** A cleared select is null, an empty text field is ''. */
export type ProfileValues = Record<TextField, string | null> & MeasuredPlace;

/** Keep these together: `gpsVerified` applies only to these exact coordinates. */
interface MeasuredPlace {
  latitude: number | null;
  longitude: number | null;
  gpsVerified: boolean;
}

/** Includes fields hidden from the user's role, because saving replaces the whole profile. */
export function toFormValues(user: CurrentUser): ProfileValues {
  const texts = Object.fromEntries(
    textFields.map((field) => [field, user[field] ?? (choices.has(field) ? null : '')]),
  );
  // The cast is safe: the line above sets every text field.
  return {
    ...(texts as Record<TextField, string | null>),
    ...toPlace(user),
  };
}

const toPlace = ({ latitude, longitude, gpsVerified }: MeasuredPlace): MeasuredPlace => ({
  latitude,
  longitude,
  gpsVerified,
});

/**
 * Keeps the user's changes since `base` and takes everything else from `saved`, so that saving this form doesn't undo
 * the save of another tab.
 */
export function mergeSaved(values: ProfileValues, base: ProfileValues, saved: ProfileValues): ProfileValues {
  const texts = textFields.map((field) => [
    field,
    values[field] === base[field] ? saved[field] : values[field],
  ]);
  const isOwnPlace = values.latitude !== base.latitude || values.longitude !== base.longitude;
  return {
    ...(Object.fromEntries(texts) as Record<TextField, string | null>),
    ...toPlace(isOwnPlace || values.gpsVerified !== base.gpsVerified ? values : saved),
  };
}

/** Measured, but not saved yet. */
export function hasUnsavedPosition(values: MeasuredPlace, saved: MeasuredPlace): boolean {
  return (
    values.gpsVerified &&
    (!saved.gpsVerified || values.latitude !== saved.latitude || values.longitude !== saved.longitude)
  );
}

export function isChanged(values: ProfileValues, saved: ProfileValues): boolean {
  const isText = textFields.some((field) => (values[field] ?? '') !== (saved[field] ?? ''));
  return isText || hasUnsavedPosition(values, saved);
}

export function validateProfile(values: ProfileValues, user: CurrentUser, now: Date): Record<string, string> {
  const errors: Record<string, string> = { ...checkForm({ ...values, email: user.email }) };
  if (!errors['dateOfBirth'] && ageInYears(values.dateOfBirth ?? '', now) < MINIMUM_AGE_YEARS)
    errors['dateOfBirth'] = t(profilesDomain.refusals['profile/under-age'][1]);
  if (user.userType === 'marketer' && user.paypalConnected && !values.paypalEmail)
    errors['paypalEmail'] = t(profilesDomain.refusals['profile/wallet-email-missing'][1]);
  return errors;
}

export function toProfileBody(values: ProfileValues, user: CurrentUser): ProfileForm {
  const texts = Object.fromEntries(textFields.map((field) => [field, values[field]?.trim() ?? '']));
  return ProfileForm.parse({
    ...texts,
    ...toPlace(values),
    email: user.email,
    paypalConnected: user.paypalConnected,
  });
}

// The resolver's own type allows any React node, but these schemas produce only strings.
const checkForm = schemaResolver(ProfileForm, { sync: true }) as (values: object) => Record<string, string>;

const genderNames: Record<(typeof Gender.options)[number], Message> = {
  male: msg('Male'),
  female: msg('Female'),
  other: msg('Other'),
  prefer_not_to_say: msg('Prefer not to say'),
};
const categoryNames: Record<(typeof BusinessCategory.options)[number], Message> = {
  food_beverage: msg('Food & beverage'),
  retail: msg('Retail'),
  technology: msg('Technology'),
  agency: msg('Agency'),
  fashion: msg('Fashion'),
  fitness: msg('Fitness'),
  automotive: msg('Automotive'),
  entertainment: msg('Entertainment'),
  other: msg('Other'),
};

export const listGenders = () => Gender.options.map((value) => ({ value, label: t(genderNames[value]) }));
export const clothingSizeOptions = clothingSizes.map((value) => ({
  value,
  label: value.toUpperCase(),
}));
export const listCategories = () =>
  BusinessCategory.options.map((value) => ({ value, label: t(categoryNames[value]) }));
