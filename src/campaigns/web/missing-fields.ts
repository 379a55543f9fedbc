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

export interface MissingField {
  name: string;
  text: string;
}

/** What a draft lacks before it can be funded, in the words of its form. */
export function missingFields(campaign: Campaign, now: Date): MissingField[] {
  const errors = Object.entries(campaignErrors(valuesOf(campaign), now));
  // The place without its point and the point without its place are one thing to the reader.
  const seen = errors.filter(
    ([path]) => path !== 'locationDetails' || !errors.some(([other]) => other === 'location'),
  );
  return seen.map(([path, text]) => ({ name: names[path.split('.')[0] ?? ''] ?? path, text }));
}
