import { refusals } from '#kernel/errors.ts';
import type { Campaign } from '../contract.ts';
import { campaignErrors } from './campaign-form-check.ts';
import { valuesOf } from './campaign-form-values.ts';

const names: Record<string, string> = {
  title: 'Title',
  company: 'Company',
  description: 'Description',
  location: 'Location',
  duration: 'Duration',
  startTime: 'Start time',
  totalMarketersNeeded: 'Number of marketers',
  totalBudget: 'Total budget',
  payRate: 'Pay',
  socialMediaPlatform: 'Platform',
  contentType: 'Content type',
  requiredTier: 'Required influencer tier',
};

/** What a draft lacks before it can be funded, a sentence for each field, in the words of its form. */
export function missingFields(campaign: Campaign, now: Date): string[] {
  const errors = Object.entries(campaignErrors(valuesOf(campaign), now));
  // The place without its point and the point without its place are one thing to the reader.
  const seen = errors.filter(
    ([path]) => path !== 'locationDetails' || !errors.some(([other]) => other === 'location'),
  );
  return seen.map(([path, text]) => {
    const name = names[path.split('.')[0] ?? ''] ?? path;
    // This one text stands on several fields and names none of them.
    if (text === refusals['campaign/incomplete'][1]) return `${name} is required`;
    return text.includes(name) ? text : `${name}: ${text}`;
  });
}
