import { type Application, listApplications } from '#applications/contract.ts';
import { applicationSample } from '#applications/sample.ts';
import { listOwnStrikes } from '#applications/strike-contract.ts';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { marketerSample } from '#auth/sample.ts';
import { type Campaign, getCampaign, listCampaigns } from '#campaigns/contract.ts';
import { addMilliseconds, DAY, HOUR } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { notificationSample } from '#notifications/sample.ts';
import { listTasks } from '#notifications/tasks-contract.ts';
import { listPayments } from '#payments/contract.ts';
import { samplePayment } from '#payments/sample.ts';
import { listProofs, type Proof } from '#proofs/contract.ts';
import { proofSample } from '#proofs/sample.ts';
import { getMarketerStats } from '#proofs/stats-contract.ts';
import { getOwnSession } from '#tracking/contract.ts';
import { getPeriods } from '../pages/marketer/dashboard-stats.ts';
import { sampleAnswer } from './sample-client.ts';
import { sampleId } from './sample-ids.ts';
import { type MarketerCampaigns, marketerCampaigns } from './marketer-campaigns.ts';

/** The specification's demo user: rating 4.8, verified. */
export const marketerUser: CurrentUser = {
  ...marketerSample,
  id: sampleId(1),
  email: 'maya@demo.example',
  kycStatus: 'approved',
  profileImageUrl: '/icon-192.png',
  totalEarnings: '135.00',
  rating: 4.8,
  ratingCount: 12,
  isVerified: true,
};

/** Returns the answers for the marketer's dashboard, with times around `now`. */
export function marketerAnswers(now: Date) {
  const campaigns = marketerCampaigns(now);
  const ago = (milliseconds: number) => addMilliseconds(now, -milliseconds).toISOString();
  const applications = listSampleApplications(campaigns, now);
  const proofs = listSampleProofs(campaigns, ago);
  const all = [...campaigns.week, ...campaigns.earlier, ...campaigns.near];
  return [
    sampleAnswer(getCurrentUser, () => marketerUser),
    sampleAnswer(listApplications, () => applications),
    sampleAnswer(listProofs, () => proofs),
    sampleAnswer(listPayments, () =>
      campaigns.earlier.slice(1).map((campaign, index) => ({
        ...samplePayment,
        id: sampleId(60 + index),
        campaignId: campaign.id,
        campaignTitle: campaign.title,
        sentTo: marketerUser.paypalEmail,
        createdAt: ago((index + 1) * 8 * HOUR),
        completedAt: ago((index + 1) * 8 * HOUR),
      })),
    ),
    sampleAnswer(getMarketerStats, () => ({
      completedGigs: 3,
      earnedThisMonth: '135.00',
      earnedThisWeek: '135.00',
    })),
    sampleAnswer(listOwnStrikes, () => ({ strikes: [], pausedUntil: null })),
    sampleAnswer(listTasks, () => [
      {
        kind: 'send-proof' as const,
        campaignId: campaigns.week[1].id,
        about: campaigns.week[1].title,
        ref: null,
        count: 1,
        dueAt: addMilliseconds(now, 3 * DAY + HOUR).toISOString(),
        amount: null,
      },
    ]),
    sampleAnswer(listNotifications, () => ({
      unread: 3,
      notifications: listSampleNotifications(campaigns, ago),
    })),
    sampleAnswer(listCampaigns, () => [...campaigns.near]),
    sampleAnswer(getCampaign, ({ params }) => find(all, params.id)),
    sampleAnswer(getOwnSession, () => ({ session: null, closed: 'not-yet' as const })),
  ];
}

function find(campaigns: readonly Campaign[], id: string): Campaign {
  const found = campaigns.find((campaign) => campaign.id === id);
  if (!found) throw new Error(`the demo has no campaign ${id}`);
  return found;
}

/** So that this week has five applications and three approvals. */
const weekStates = ['approved', 'approved', 'approved', 'pending', 'pending'] as const;

function listSampleApplications({ week, earlier }: MarketerCampaigns, now: Date): Application[] {
  const weekStart = new Date(getPeriods(now).weekStart).getTime();
  // Within this week at any time of it.
  const inWeek = (part: number) => new Date(weekStart + (now.getTime() - weekStart) * part).toISOString();
  const thisWeek = week.map((campaign, index) => {
    const status = weekStates[index] ?? 'pending';
    const isApproved = status === 'approved';
    return {
      ...toApplication(campaign, 10 + index),
      status,
      appliedAt: inWeek(0.6 - index / 10),
      decidedAt: isApproved ? inWeek(0.9 - index / 10) : null,
      approvedAt: isApproved ? inWeek(0.9 - index / 10) : null,
    };
  });
  const done = earlier.map((campaign, index) => {
    const at = addMilliseconds(now, -(9 + index) * DAY).toISOString();
    return {
      ...toApplication(campaign, 30 + index),
      status: 'approved' as const,
      appliedAt: at,
      decidedAt: at,
      approvedAt: at,
    };
  });
  return [...thisWeek, ...done];
}

function toApplication(campaign: Campaign, number: number): Application {
  const { title, status, company, campaignType, location, startTime, timeZone, duration, payRate } = campaign;
  return {
    ...applicationSample,
    id: sampleId(number),
    campaignId: campaign.id,
    marketerId: marketerUser.id,
    campaign: { title, status, company, campaignType, location, startTime, timeZone, duration, payRate },
    can: { ...applicationSample.can, approve: false, reject: false, withdraw: true },
  };
}

function listSampleProofs({ earlier }: MarketerCampaigns, ago: (milliseconds: number) => string): Proof[] {
  return earlier.map((campaign, index) => {
    const isPending = index === 0;
    return {
      ...proofSample,
      id: sampleId(50 + index),
      campaignId: campaign.id,
      campaignTitle: campaign.title,
      status: isPending ? ('pending' as const) : ('approved' as const),
      submittedAt: ago(isPending ? 3 * HOUR : (index + 1) * 12 * HOUR),
      reviewDueAt: ago(-69 * HOUR),
      decidedAt: isPending ? null : ago(index * 8 * HOUR),
      payRate: campaign.payRate,
      media: [],
      can: { ...proofSample.can, approve: false, reject: false, askAgain: false },
    };
  });
}

function listSampleNotifications(
  { week, earlier, near }: MarketerCampaigns,
  ago: (milliseconds: number) => string,
) {
  const lines = [
    {
      title: 'Payment received',
      text: `$45.00 for ${earlier[1].title}`,
      campaign: earlier[1],
      at: ago(8 * HOUR),
    },
    { title: 'Application approved', text: week[0].title, campaign: week[0], at: ago(20 * HOUR) },
    { title: 'New campaign near you', text: near[0].title, campaign: near[0], at: ago(2 * DAY) },
  ];
  return lines.map(({ title, text, campaign, at }, index) => ({
    ...notificationSample,
    id: sampleId(70 + index),
    title,
    text,
    href: `/campaigns/${campaign.id}`,
    createdAt: at,
  }));
}
