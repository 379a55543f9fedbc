import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#platform/web/screen-test.tsx';
import { campaignSample } from '../sample.ts';
import { CampaignCard } from './campaign-card.tsx';
import { formatAudience, computeHourlyPay, formatTier } from './campaign-labels.ts';

test('a card shows the work, its free places and its pay', () => {
  renderScreen(<CampaignCard campaign={campaignSample} action={<button type="button">Apply Now</button>} />);
  const link = screen.getByRole('link', { name: 'Cold brew on Market Street' });
  expect(link.getAttribute('href')).toBe(`/campaigns/${campaignSample.id}`);
  for (const text of ['Harbor Roasters', 'Available', 'Active', 'Wearable', '1 / 3 marketers']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  const facts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(facts).toContain('1h 30m, ages 26-35');
  expect(screen.getByText('$40')).toBeTruthy();
  expect(screen.getByText('$26.67')).toBeTruthy();
  expect(screen.getByText('Posted Nov 20, 2026')).toBeTruthy();
  expect(screen.getByText('$120').parentElement?.textContent).toBe('$120 budget');
  expect(screen.getByText(campaignSample.description)).toBeTruthy();
  expect(document.querySelector('time')?.dateTime).toBe(campaignSample.startTime);
  expect(screen.getByRole('button', { name: 'Apply Now' })).toBeTruthy();
});

test('a campaign without free places says Full', () => {
  renderScreen(<CampaignCard campaign={{ ...campaignSample, marketersHired: 3 }} />);
  expect(screen.getByText('Full')).toBeTruthy();
  expect(screen.queryByText('Available')).toBeNull();
});

test('a social campaign names its platform and pays per post, without an hourly rate', () => {
  const social = {
    ...campaignSample,
    campaignType: 'social',
    socialMediaPlatform: 'tiktok',
    duration: null,
  } as const;
  renderScreen(<CampaignCard campaign={social} heading="h3" />);
  expect(screen.getByText('TikTok')).toBeTruthy();
  expect(screen.getByText('/ post')).toBeTruthy();
  expect(screen.queryByText(/per hour/)).toBeNull();
  expect(screen.getByRole('heading', { level: 3 })).toBeTruthy();
});

test('formats pay, audience and tiers', () => {
  expect(computeHourlyPay({ ...campaignSample, payRate: '25.00', duration: 30 })).toBe('50.00');
  expect(computeHourlyPay({ ...campaignSample, payRate: '25.00', duration: 45 })).toBe('33.33');
  expect(formatAudience({ ageRange: 'all', gender: 'any' })).toBe('all ages');
  expect(formatAudience({ ageRange: '18-25', gender: 'non-binary' })).toBe('ages 18-25, non-binary');
  expect(formatTier('nano')).toBe('Nano (1K-10K)');
  expect(formatTier('macro')).toBe('Macro (500K-1M)');
  expect(formatTier('influencer')).toBe('Influencer (1M+)');
});
