import type { z } from 'zod';
import type { getTrialBalance, Payment } from './contract.ts';
import type { Earnings } from './earnings-contract.ts';
import type { YearSummary } from './year-contract.ts';

export const samplePayment: Payment = {
  id: '6f0f2a35-6f3b-4a43-8f0e-2f7a7c1b9d10',
  kind: 'pay',
  campaignId: 'b3a8f6e2-0c55-4e1a-9a3e-5d7c1f2e8a41',
  campaignTitle: 'Spring launch in Shibuya',
  amount: '45.00',
  platformFee: '6.75',
  status: 'completed',
  waitsFor: [],
  dispute: null,
  attempt: 'arrived',
  sentTo: 'maya@wallet.example',
  issue: null,
  receipt: true,
  createdAt: '2026-10-30T09:12:00.000Z',
  completedAt: '2026-10-30T09:12:25.000Z',
};

export const sampleWaitingPayment: Payment = {
  ...samplePayment,
  id: 'c1d2a7b4-2e9f-4b6d-8c35-90e1f3a2b7c6',
  status: 'pending',
  waitsFor: ['kyc', 'wallet-email'],
  attempt: null,
  sentTo: null,
  receipt: false,
  completedAt: null,
};

export const sampleEarnings: Earnings = {
  paid: '45.00',
  inFlight: '60.00',
  waiting: '45.00',
  completed: 1,
  pending: 2,
  failed: 0,
};

const noPay = { gigs: 0, pay: '0.00', tips: '0.00', total: '0.00' };
const oneGig = { gigs: 1, pay: '45.00', tips: '5.00', total: '50.00' };

export const sampleYear: YearSummary = {
  year: 2026,
  timeZone: 'America/New_York',
  years: [2026, 2025],
  totals: oneGig,
  earned: '95.00',
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    ...(index === 9 ? oneGig : noPay),
  })),
  campaigns: [
    { campaignId: samplePayment.campaignId, campaignTitle: samplePayment.campaignTitle, ...oneGig },
  ],
};

export const sampleTrialBalance: z.infer<(typeof getTrialBalance)['response']> = {
  lines: [
    { account: 'psp', accounts: 1, debit: '287.47', credit: '0.00' },
    { account: 'escrow', accounts: 1, debit: '0.00', credit: '255.00' },
    { account: 'fee_unearned', accounts: 1, debit: '0.00', credit: '38.25' },
    { account: 'fee_revenue', accounts: 1, debit: '0.00', credit: '6.75' },
    { account: 'psp_fees', accounts: 1, debit: '12.53', credit: '0.00' },
  ],
  sum: '0.00',
  transactions: 6,
  violations: [],
};
