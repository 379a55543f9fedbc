/** Screen tests and the demo world use these samples, so the server must be able to return each of them. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import * as admin from '#admin/contract.ts';
import { adminStatsSample, adminUserSample } from '#admin/sample.ts';
import { Application } from '#applications/contract.ts';
import { Eligibility } from '#applications/eligibility-contract.ts';
import { Kit } from '#applications/kit-contract.ts';
import { applicationSample, eligibilitySample, kitSample, strikeSample } from '#applications/sample.ts';
import { Strike } from '#applications/strike-contract.ts';
import { CurrentUser } from '#auth/contract.ts';
import { advertiserSample, marketerSample } from '#auth/sample.ts';
import { CampaignClosing } from '#campaigns/closing-contract.ts';
import { Campaign, OwnCampaign } from '#campaigns/contract.ts';
import { PricingTier } from '#campaigns/pricing-contract.ts';
import { CampaignForm } from '#campaigns/form-contract.ts';
import { CampaignLedger } from '#campaigns/ledger-contract.ts';
import * as campaigns from '#campaigns/sample.ts';
import { Dispute } from '#disputes/contract.ts';
import { disputeSample } from '#disputes/sample.ts';
import { fromDecimal } from '#kernel/money.ts';
import { KycStatus } from '#kyc/contract.ts';
import { KycForm } from '#kyc/form-contract.ts';
import { kycBusinessSample, kycFormSample, kycStatusSample } from '#kyc/sample.ts';
import { Notification } from '#notifications/contract.ts';
import { notificationSample } from '#notifications/sample.ts';
import { getTrialBalance, Payment } from '#payments/contract.ts';
import { Earnings } from '#payments/earnings-contract.ts';
import * as payments from '#payments/sample.ts';
import { getSerializer } from '#platform/server/http/serialize.ts';
import { ProfileForm } from '#profiles/form-contract.ts';
import { ListedMarketer } from '#profiles/marketers-contract.ts';
import { listedMarketerSample, profileFormSample, socialAccountSample } from '#profiles/sample.ts';
import { SocialAccount } from '#profiles/social-contract.ts';
import { Proof } from '#proofs/contract.ts';
import { proofSample } from '#proofs/sample.ts';
import { AdminRating, Rating, RatingExchange, RatingsReceived } from '#ratings/contract.ts';
import * as ratings from '#ratings/sample.ts';
import { CampaignReport } from '#reports/contract.ts';
import { ReportLink, SharedReport } from '#reports/link-contract.ts';
import * as reports from '#reports/sample.ts';
import { Team } from '#teams/contract.ts';
import { teamSample } from '#teams/sample.ts';
import { LiveLocation, Presence, TrackingSession } from '#tracking/contract.ts';
import { liveLocationSample, presenceSample, trackingSessionSample } from '#tracking/sample.ts';
import { Upload } from '#uploads/contract.ts';
import { sampleUpload } from '#uploads/sample.ts';
import { Webhook, WebhookDelivery } from '#webhooks/contract.ts';
import { webhookDeliverySample, webhookSample } from '#webhooks/sample.ts';

const { campaignSample } = campaigns;

const answers: [name: string, schema: z.ZodType, sample: object][] = [
  ['account', admin.AdminUser, adminUserSample],
  ['new account', admin.AdminUser, { ...adminUserSample, firstName: null, lastName: null, userType: null }],
  ['admin figures', admin.AdminStats, adminStatsSample],
  ['application', Application, applicationSample],
  ['webhook', Webhook, webhookSample],
  ['delivery to a webhook', WebhookDelivery, webhookDeliverySample],
  ['strike', Strike, strikeSample],
  ['kit', Kit, kitSample],
  ['eligibility', Eligibility, eligibilitySample],
  ['marketer', CurrentUser, marketerSample],
  ['advertiser', CurrentUser, advertiserSample],
  ['user without a type', CurrentUser, { ...advertiserSample, userType: null }],
  ['campaign', Campaign, campaignSample],
  ['campaign without a place', Campaign, { ...campaignSample, locationDetails: null, startTime: null }],
  ['own campaign', OwnCampaign, campaigns.ownCampaignSample],
  ['pricing tier', PricingTier, campaigns.pricingTierSample],
  ['refund on closing', CampaignClosing, campaigns.campaignClosingSample],
  ['campaign ledger', CampaignLedger, campaigns.campaignLedgerSample],
  ['open dispute', Dispute, disputeSample],
  [
    'decided dispute',
    Dispute,
    { ...disputeSample, status: 'upheld', note: 'It can be seen.', decidedAt: '2026-12-06T09:00:00.000Z' },
  ],
  ['identity check', KycStatus, kycStatusSample],
  ['unread notice', Notification, notificationSample],
  ['read notice', Notification, { ...notificationSample, readAt: '2026-11-21T09:00:00.000Z', href: null }],
  ['payment', Payment, payments.samplePayment],
  ['waiting payment', Payment, payments.sampleWaitingPayment],
  ['earnings', Earnings, payments.sampleEarnings],
  ['trial balance', getTrialBalance.response, payments.sampleTrialBalance],
  ['social media account', SocialAccount, socialAccountSample],
  ['listed marketer', ListedMarketer, listedMarketerSample],
  ['pending proof', Proof, proofSample],
  [
    'rejected proof',
    Proof,
    { ...proofSample, status: 'rejected', decidedAt: '2026-12-02T09:00:00.000Z', reviewNotes: 'Too dark' },
  ],
  ['rating', Rating, ratings.ratingSample],
  ['work to rate', RatingExchange, ratings.ratingExchangeSample],
  ['ratings of a user', RatingsReceived, ratings.ratingsReceivedSample],
  ['rating for admins', AdminRating, ratings.adminRatingSample],
  ['campaign report', CampaignReport, reports.campaignReportSample],
  ['link to a report', ReportLink, reports.reportLinkSample],
  ['shared report', SharedReport, reports.sharedReportSample],
  ['team', Team, teamSample],
  ['tracking session', TrackingSession, trackingSessionSample],
  ['live location', LiveLocation, liveLocationSample],
  ['hidden live location', LiveLocation, { ...liveLocationSample, latitude: null, longitude: null }],
  ['presence', Presence, presenceSample],
  ['presence without a score', Presence, { ...presenceSample, score: null }],
  ['upload', Upload, sampleUpload],
];

test.each(answers)('%s: valid, and the server sends it unchanged', (_, schema, sample) => {
  expect(schema.parse(sample)).toEqual(sample);
  expect(JSON.parse(getSerializer(schema)(sample))).toEqual(sample);
});

const now = new Date('2026-11-02T15:00:00Z');
test.each<[name: string, schema: z.ZodType, form: object, expected: object]>([
  ['profile', ProfileForm, profileFormSample, profileFormSample],
  ['identity', KycForm, kycFormSample, kycFormSample],
  ['business identity', KycForm, { ...kycFormSample, ...kycBusinessSample }, kycBusinessSample],
  ['wearable campaign', CampaignForm, campaigns.wearableForm(now), { paymentMethod: 'paypal', payRate: 40 }],
  [
    'social campaign',
    CampaignForm,
    campaigns.socialForm(now),
    { campaignType: 'social', requiredTier: 'micro' },
  ],
])('%s form: complete', (_, schema, form, expected) => {
  expect(schema.parse(form)).toMatchObject(expected);
});

test('the sample books balance', () => {
  const { lines } = payments.sampleTrialBalance;
  const sum = (side: 'debit' | 'credit') => lines.reduce((cents, line) => cents + fromDecimal(line[side]), 0);
  expect(sum('debit')).toBe(sum('credit'));
});
