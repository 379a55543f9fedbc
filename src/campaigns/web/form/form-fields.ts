import { campaignsDomain } from '#campaigns/domain.ts';
import { t } from '#kernel/text.ts';
import { notACount, notAnAmount } from '../../form-contract.ts';

/** Labels of the form's fields for messages, in the form's order. */
const fieldNames: Readonly<Record<string, string>> = {
  title: 'Title',
  company: 'Company',
  description: 'Description',
  startTime: 'Start time',
  socialMediaPlatform: 'Platform',
  contentType: 'Content type',
  requiredTier: 'Influencer tier',
  minFollowers: 'Minimum followers',
  maxFollowers: 'Maximum followers',
  location: 'Location',
  locationDetails: 'Location',
  payRate: 'Pay rate',
  duration: 'Duration',
  totalMarketersNeeded: 'Number of marketers',
  totalBudget: 'Total budget',
  brandAssets: 'Brand assets',
  kitPlace: 'Pick-up place',
  proofRequirements: 'Proof requirements',
};
const fieldOrder = Object.keys(fieldNames);

export function compareByFormOrder(onePath: string, otherPath: string): number {
  const [one, other] = [onePath, otherPath].map((path) => fieldOrder.indexOf(path.split('.')[0] ?? ''));
  return (one ?? 0) - (other ?? 0);
}

/** Returns the label of a path such as 'proofRequirements.videoDuration'. */
export function fieldName(path: string): string {
  return fieldNames[path.split('.')[0] ?? ''] ?? path;
}

/** The message for all required fields of a campaign type. The contract adds it to each empty one. */
export const typeFieldsText = campaignsDomain.refusals['campaign/incomplete'][1];

/**
 * Returns the message below one field. The message for all fields of the type would otherwise repeat under
 * each.
 */
export function formatFieldError(path: string, text: string): string {
  return text === t(typeFieldsText) ? `${fieldName(path)} is required` : text;
}

const typeFields = ['payRate', 'duration', 'socialMediaPlatform', 'contentType', 'requiredTier'];

/**
 * Returns true if a required field of the campaign type is missing. A field with unreadable text is not
 * missing.
 */
export function hasMissingTypeFields(errors: Readonly<Record<string, unknown>>): boolean {
  return typeFields.some((field) => errors[field] && !unreadable.includes(errors[field]));
}

const unreadable: readonly unknown[] = [notAnAmount, notACount];
