import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { advertiserSample } from '#auth/sample.ts';
import { getAdvertiserStats, listOwnCampaigns, type OwnCampaign } from '#campaigns/contract.ts';
import { ownCampaignSample } from '#campaigns/sample.ts';
import { listSpendingDays } from '#campaigns/spending-contract.ts';
import { calculateFee, fromDecimal, toDecimal } from '#kernel/money.ts';
import { addMilliseconds, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listTasks } from '#notifications/tasks-contract.ts';
import { type LiveSnapshot, listAllLive } from '#tracking/live-contract.ts';
import { type SampleCampaign, toSampleCampaign } from './marketer-campaigns.ts';
import { sampleAnswer } from './sample-client.ts';
import { sampleId } from './sample-ids.ts';
import { listSampleDays, sumSpent } from './sample-spending.ts';

/** The specification's demo has a fee of 15%. */
const FEE_BASIS_POINTS = 1500;

const user: CurrentUser = {
  ...advertiserSample,
  id: sampleId(100),
  email: 'hello@harbor.example',
  firstName: 'Ada',
  lastName: 'Moreno',
  city: 'San Francisco',
  state: 'CA',
};

export function advertiserAnswers(now: Date, live: () => LiveSnapshot) {
  const campaigns = listSampleCampaigns(now, live().sessions.length);
  const [market, , , draft] = campaigns;
  return [
    sampleAnswer(getCurrentUser, () => user),
    sampleAnswer(listOwnCampaigns, () => [...campaigns]),
    sampleAnswer(getAdvertiserStats, () => ({
      teamMembers: 3,
      activeCampaigns: campaigns.filter(({ status }) => status === 'active').length,
      totalMarketers: campaigns.reduce((sum, { marketersHired }) => sum + marketersHired, 0),
      totalSpent: toDecimal(sumSpent()),
      totalTipped: '0.00',
    })),
    sampleAnswer(listSpendingDays, ({ query }) => listSampleDays(now, query.timeZone)),
    sampleAnswer(listAllLive, live),
    sampleAnswer(listTasks, () => [
      {
        kind: 'review-proofs' as const,
        campaignId: market.id,
        about: market.title,
        ref: null,
        count: 2,
        dueAt: addMilliseconds(now, 20 * HOUR + MINUTE).toISOString(),
        amount: null,
      },
      {
        kind: 'fund-draft' as const,
        campaignId: draft.id,
        about: draft.title,
        ref: null,
        count: 1,
        dueAt: draft.startTime,
        amount: null,
      },
    ]),
  ];
}

const marketStreet = { location: 'Market Street, San Francisco, CA', lat: 37.7897, lng: -122.4 };
const company = 'Harbor Roasters';

function listSampleCampaigns(now: Date, liveMarketers: number) {
  const hour = Math.floor(now.getTime() / HOUR) * HOUR;
  const at = (days: number) => new Date(hour + days * DAY);
  const toOwn = (sample: SampleCampaign, live = 0) => toOwnCampaign(sample, now, live);
  return [
    toOwn(
      {
        number: 101,
        title: 'Cold brew on Market Street',
        company,
        ...marketStreet,
        pay: '50.00',
        minutes: 180,
        // The sessions began around the start, which is at a full hour.
        startTime: new Date(Math.floor((now.getTime() - 150 * MINUTE) / HOUR) * HOUR),
        hired: 7,
        needed: 10,
      },
      liveMarketers,
    ),
    toOwn({
      number: 102,
      title: 'Show your morning coffee',
      company,
      ...marketStreet,
      location: 'San Francisco, CA',
      pay: '100.00',
      minutes: null,
      platform: 'instagram',
      startTime: at(-3),
      hired: 3,
      needed: 4,
    }),
    toOwn({
      number: 103,
      title: 'Tasting day at the Ferry Building',
      company,
      ...marketStreet,
      location: 'Ferry Building, San Francisco, CA',
      pay: '60.00',
      minutes: 120,
      startTime: at(8),
      hired: 2,
      needed: 6,
    }),
    toOwn({
      number: 104,
      title: 'Winter roast in Oakland',
      company,
      location: 'Jack London Square, Oakland, CA',
      lat: 37.7946,
      lng: -122.2762,
      pay: '50.00',
      minutes: 60,
      startTime: at(16),
      hired: 0,
      needed: 8,
      status: 'draft',
    }),
    toOwn({
      number: 105,
      title: 'Hats at the farmers’ market',
      company,
      ...marketStreet,
      pay: '50.00',
      minutes: 90,
      startTime: at(-46),
      hired: 8,
      needed: 9,
      status: 'completed',
    }),
    toOwn({
      number: 106,
      title: 'Opening week in the Mission',
      company,
      ...marketStreet,
      location: 'Mission Street, San Francisco, CA',
      pay: '50.00',
      minutes: 60,
      startTime: at(-80),
      hired: 12,
      needed: 12,
      status: 'completed',
    }),
  ] as const;
}

function toOwnCampaign(sample: SampleCampaign, now: Date, liveMarketers: number): OwnCampaign {
  const campaign = toSampleCampaign(sample, now);
  const { status } = campaign;
  const isDraft = status === 'draft';
  const pay = fromDecimal(sample.pay) * sample.needed;
  return {
    ...ownCampaignSample,
    ...campaign,
    businessId: user.id,
    applicationsCount: isDraft ? 0 : campaign.applicationsCount,
    closeReason: status === 'completed' ? 'finished' : null,
    escrowStatus: isDraft ? 'pending' : 'funded',
    escrowAmount: isDraft ? null : toDecimal(pay),
    platformFee: isDraft ? null : toDecimal(calculateFee(pay, FEE_BASIS_POINTS)),
    can: isDraft
      ? { edit: true, fund: true, apply: false, review: false, pause: false, resume: false, close: false }
      : { ...ownCampaignSample.can, pause: status === 'active', close: status === 'active' },
    targetDemographic: campaign.targetDemographics.ageRange,
    marketsNeeded: sample.needed,
    liveMarketers,
  };
}
