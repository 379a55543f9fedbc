import { refusals } from '#kernel/errors.ts';
import { notACount, notAnAmount } from '../form-contract.ts';

/** What the form's fields are called in sentences about them, in the form's order. */
const fieldNames: Readonly<Record<string, string>> = {
  title: 'Title',
  company: 'Company',
  description: 'Description',
  startTime: 'Start time',
  socialMediaPlatform: 'Platform',
  contentType: 'Content type',
  requiredTier: 'Influencer tier',
  minFollowers: 'Fewest followers',
  maxFollowers: 'Most followers',
  location: 'Location',
  locationDetails: 'Location',
  payRate: 'Pay rate',
  duration: 'Duration',
  totalMarketersNeeded: 'Number of marketers',
  totalBudget: 'Total budget',
  brandAssets: 'Brand assets',
  proofRequirements: 'Proof requirements',
};
const fieldOrder = Object.keys(fieldNames);

/** For sorting: as one reads the form. */
export function byForm(onePath: string, otherPath: string): number {
  const [one, other] = [onePath, otherPath].map((path) => fieldOrder.indexOf(path.split('.')[0] ?? ''));
  return (one ?? 0) - (other ?? 0);
}

/** By a path such as 'proofRequirements.videoDuration'. */
export function fieldName(path: string): string {
  return fieldNames[path.split('.')[0] ?? ''] ?? path;
}

/** Said of a type's fields as a whole; the contract puts it on each of those that is empty. */
export const typeFieldsText = refusals['campaign/incomplete'][1];

/** What stands under one field: the sentence about all of them would be said there over and over. */
export function fieldText(path: string, text: string): string {
  return text === typeFieldsText ? `${fieldName(path)} is required` : text;
}

/** The fields that only one type of campaign asks for. */
const typeFields = ['payRate', 'duration', 'socialMediaPlatform', 'contentType', 'requiredTier'];

/** Is one of the fields marked that make out the campaign's type? One that is filled in and cannot be read is not lacking. */
export function lacksTypeFields(errors: Readonly<Record<string, unknown>>): boolean {
  return typeFields.some((field) => errors[field] && !unreadable.includes(errors[field]));
}

const unreadable: readonly unknown[] = [notAnAmount, notACount];
