import { DAY } from '#kernel/time.ts';
import { mapBriefTexts } from './brief-contract.ts';
import { type Campaign, campaignWindow, type OwnCampaign } from './contract.ts';
import type { PricingTier } from './pricing-contract.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import type { getPaymentTotals, HistoryLine } from './payment-history-contract.ts';
import type { CampaignLedger } from './ledger-contract.ts';
import type { CampaignClosing } from './closing-contract.ts';
import { type CampaignFormInput } from './form-contract.ts';

export function wearableForm(now: Date, changes: Partial<CampaignFormInput> = {}): CampaignFormInput {
  return {
    campaignType: 'wearable',
    title: 'Cold brew on Market Street',
    company: 'Harbor Roasters',
    description: 'Wear our T-shirt along Market Street and hand out tasting vouchers.',
    location: 'Market Street, San Francisco, CA',
    locationDetails: {
      address: 'Market Street, San Francisco, CA',
      lat: 37.7897,
      lng: -122.4,
      radius: 1000,
    },
    duration: 90,
    startTime: new Date(now.getTime() + 3 * DAY).toISOString(),
    totalMarketersNeeded: 3,
    totalBudget: 120,
    payRate: 40,
    targetDemographics: { ageRange: '26-35', gender: 'any' },
    instructions: 'Meet at the Ferry Building for your shirt.',
    ...changes,
  };
}

export function socialForm(now: Date, changes: Partial<CampaignFormInput> = {}): CampaignFormInput {
  return {
    campaignType: 'social',
    title: 'Show your morning coffee',
    company: 'Harbor Roasters',
    description: 'Post your first cup of the day with our beans in the picture.',
    location: 'San Francisco, CA',
    locationDetails: { address: 'San Francisco, CA', lat: 37.7749, lng: -122.4194, radius: 10_000 },
    startTime: new Date(now.getTime() + 3 * DAY).toISOString(),
    totalMarketersNeeded: 4,
    totalBudget: 400,
    socialMediaPlatform: 'instagram',
    contentType: 'post',
    requiredTier: 'micro',
    ...changes,
  };
}

const startTime = new Date('2026-12-01T17:00:00.000Z');
const window = campaignWindow({ campaignType: 'wearable', startTime, durationMinutes: 90 });

export const campaignSample: Campaign = {
  id: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignType: 'wearable',
  title: 'Cold brew on Market Street',
  description: 'Wear our T-shirt along Market Street and hand out tasting vouchers.',
  company: 'Harbor Roasters',
  location: 'Market Street, San Francisco, CA',
  city: 'San Francisco',
  locationDetails: { address: 'Market Street, San Francisco, CA', lat: 37.7897, lng: -122.4, radius: 1000 },
  duration: 90,
  startTime: startTime.toISOString(),
  timeZone: 'America/Los_Angeles',
  opensAt: window.opensAt.toISOString(),
  closesAt: window.closesAt.toISOString(),
  proofDueAt: window.proofDueAt.toISOString(),
  createdAt: '2026-11-20T09:00:00.000Z',
  status: 'active',
  closingSince: null,
  chargebackSince: null,
  pausedSince: null,
  closeReason: null,
  marketersHired: 1,
  totalMarketersNeeded: 3,
  applicationsCount: 2,
  totalBudget: 120,
  payRate: '40.00',
  targetDemographics: { ageRange: '26-35', gender: 'any' },
  ...mapBriefTexts(() => null),
  kitWay: null,
  instructions: 'Meet at the Ferry Building for your shirt.',
  socialMediaPlatform: null,
  contentType: null,
  minFollowers: null,
  maxFollowers: null,
  requiredTier: null,
  brandAssets: {},
  proofRequirements: {
    videoDuration: 2,
    requireSelfie: true,
    requireLocationCheck: true,
    customRequirements: '',
    allowFileUploads: true,
    spotChecks: 0,
  },
  autoApprove: false,
  paymentMethod: 'paypal',
  escrowStatus: 'funded',
  businessId: null,
  escrowAmount: null,
  platformFee: null,
  isComplete: true,
  can: { edit: false, fund: false, apply: true, review: false, pause: false, resume: false, close: false },
};

export const ownCampaignSample: OwnCampaign = {
  ...campaignSample,
  businessId: '6b3e3c1a-2f0f-4f57-8a53-0b1f6f8a2d10',
  escrowAmount: '120.00',
  platformFee: '18.00',
  can: { edit: false, fund: false, apply: false, review: true, pause: true, resume: false, close: true },
  targetDemographic: '26-35',
  marketsNeeded: 3,
  liveMarketers: 0,
  team: null,
};

export const pricingTierSample: PricingTier = {
  platform: 'instagram',
  tier: 'micro',
  contentType: 'post',
  minPrice: 100,
  maxPrice: 500,
};

export const historySample: HistoryLine[] = [
  {
    number: 12,
    at: '2026-11-21T09:30:00.000Z',
    campaignId: 'b3a8f6e2-0c55-4e1a-9a3e-5d7c1f2e8a41',
    campaignTitle: 'Cold brew on Market Street',
    move: 'released',
    marketer: 'Marco Reyes',
    state: null,
    amount: '-46.00',
    fee: '-6.00',
    held: '92.00',
    invoices: [],
    invoiceFor: null,
  },
  {
    number: 9,
    at: '2026-11-20T15:00:00.000Z',
    campaignId: 'b3a8f6e2-0c55-4e1a-9a3e-5d7c1f2e8a41',
    campaignTitle: 'Cold brew on Market Street',
    move: 'paid',
    marketer: null,
    state: null,
    amount: '138.00',
    fee: '18.00',
    held: '138.00',
    invoices: [],
    invoiceFor: '5O190127TN364715T',
  },
];

export const historyTotalsSample: ResponseOf<typeof getPaymentTotals> = {
  heldBefore: '0.00',
  paidIn: '138.00',
  adjusted: '0.00',
  released: '40.00',
  fee: '6.00',
  tipped: '0.00',
  refunded: '0.00',
  disputed: '0.00',
  heldAfter: '92.00',
  canIssueInvoices: true,
};

export const campaignLedgerSample: CampaignLedger = {
  funded: '138.00',
  repaid: '0.00',
  released: '40.00',
  feeEarned: '6.00',
  refunded: '0.00',
  disputed: '0.00',
  recovered: '0.00',
  tipped: '0.00',
  left: '92.00',
  sums: { pay: '80.00', fee: '12.00' },
  holds: [],
  lines: [
    {
      at: '2026-11-20T15:00:00.000Z',
      move: 'funded',
      marketer: null,
      isArrived: null,
      pay: '120.00',
      fee: '18.00',
      tip: '0.00',
      left: '138.00',
    },
    {
      at: '2026-11-21T09:30:00.000Z',
      move: 'released',
      marketer: 'Marco Reyes',
      isArrived: null,
      pay: '-40.00',
      fee: '-6.00',
      tip: '0.00',
      left: '92.00',
    },
  ],
};

export const campaignClosingSample: CampaignClosing = {
  refund: '40.00',
  fee: '6.00',
  total: '46.00',
  heldPlaces: 1,
  paidPlaces: 1,
  openPlaces: 1,
  keptForDebt: '0.00',
  blockedBy: null,
};
