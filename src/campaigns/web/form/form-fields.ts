import { campaignsDomain } from '#campaigns/domain.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { notACount, notAnAmount } from '../../form-contract.ts';

const fieldNames: Readonly<Record<string, Message>> = {
  title: msg('Title'),
  company: msg('Company'),
  description: msg('Description'),
  startTime: msg('Start time'),
  socialMediaPlatform: msg('Platform'),
  contentType: msg('Content type'),
  requiredTier: msg('Influencer tier'),
  minFollowers: msg('Minimum followers'),
  maxFollowers: msg('Maximum followers'),
  location: msg('Location'),
  locationDetails: msg('Location'),
  payRate: msg('Pay rate'),
  duration: msg('Duration'),
  totalMarketersNeeded: msg('Number of marketers'),
  totalBudget: msg('Total budget'),
  brandAssets: msg('Brand assets'),
  kitPlace: msg('Pick-up place'),
  proofRequirements: msg('Proof requirements'),
};
const fieldOrder = Object.keys(fieldNames);

export function compareByFormOrder(onePath: string, otherPath: string): number {
  const [one, other] = [onePath, otherPath].map((path) => fieldOrder.indexOf(path.split('.')[0] ?? ''));
  return (one ?? 0) - (other ?? 0);
}

/** Takes a path such as 'proofRequirements.videoDuration'. */
export function fieldName(path: string): string {
  const name = fieldNames[path.split('.')[0] ?? ''];
  return name ? t(name) : path;
}

/** The contract adds it to each empty required field of the campaign type. */
export const typeFieldsText = campaignsDomain.refusals['campaign/incomplete'][1];

/** The message for all fields of the type would otherwise repeat under each. */
export function formatFieldError(path: string, text: string): string {
  return text === t(typeFieldsText) ? t('{field} is required', { field: fieldName(path) }) : text;
}

const typeFields = ['payRate', 'duration', 'socialMediaPlatform', 'contentType', 'requiredTier'];

/** A field with unreadable text is not missing. */
export function hasMissingTypeFields(errors: Readonly<Record<string, unknown>>): boolean {
  return typeFields.some((field) => errors[field] && !unreadable.some((text) => t(text) === errors[field]));
}

const unreadable = [notAnAmount, notACount];
