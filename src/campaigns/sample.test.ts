import { expect, test } from 'vitest';
import { serializerOf } from '#platform/server/serialize.ts';
import { CampaignClosing } from './closing-contract.ts';
import { Campaign, OwnCampaign, PricingTier } from './contract.ts';
import { CampaignForm } from './form-contract.ts';
import { CampaignLedger } from './ledger-contract.ts';
import {
  campaignClosingSample,
  campaignLedgerSample,
  campaignSample,
  ownCampaignSample,
  pricingTierSample,
  socialForm,
  wearableForm,
} from './sample.ts';

test.each([
  ['a campaign', Campaign, campaignSample],
  ['a campaign without a place', Campaign, { ...campaignSample, locationDetails: null, startTime: null }],
  ['an own campaign', OwnCampaign, ownCampaignSample],
  ['a pricing tier', PricingTier, pricingTierSample],
  ['what closing gives back', CampaignClosing, campaignClosingSample],
  ['a campaign’s ledger', CampaignLedger, campaignLedgerSample],
])('%s satisfies the contract and leaves the server as it is', (_, schema, sample) => {
  expect(schema.parse(sample)).toEqual(sample);
  expect(JSON.parse(serializerOf(schema)(sample))).toEqual(sample);
});

test('both forms are complete', () => {
  const now = new Date('2026-11-02T15:00:00Z');
  expect(CampaignForm.parse(wearableForm(now))).toMatchObject({ paymentMethod: 'paypal', payRate: 40 });
  expect(CampaignForm.parse(socialForm(now))).toMatchObject({
    campaignType: 'social',
    requiredTier: 'micro',
  });
});
