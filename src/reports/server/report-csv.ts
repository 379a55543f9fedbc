import { csvLine } from '#platform/server/security/csv.ts';
import type { CampaignReport } from '../contract.ts';
import { formatMoment } from './pdf/format.ts';

/**
 * Returns the report as CSV with one figure per line, so that a spreadsheet can filter it. Amounts are in
 * dollars, times in UTC.
 */
export function formatReportCsv(report: CampaignReport): string {
  const lines: [part: string, subject: string, figure: string, value: string][] = [
    ...campaignLines(report),
    ...timeLines(report),
    ...moneyLines(report),
    ...estimateLines(report),
    ...postLines(report),
    ...workLines(report),
  ];
  return [['Part', 'Subject', 'Figure', 'Value'], ...lines].map(csvLine).join('');
}

type Line = [part: string, subject: string, figure: string, value: string];

function campaignLines({ asOf, campaign, counts }: CampaignReport): Line[] {
  const facts: [string, string | number | null][] = [
    ['As of (UTC)', asOf],
    ['Title', campaign.title],
    ['Company', campaign.company],
    ['Type', campaign.campaignType],
    ['Status', campaign.status],
    ['Location', campaign.location],
    ['Start (UTC)', campaign.startTime],
    ['Open until (UTC)', campaign.closesAt],
    ...(campaign.timeZone === null ? [] : placeTimes(campaign, campaign.timeZone)),
    ['Duration (minutes)', campaign.durationMinutes],
    ['Pay per place (USD)', campaign.pay],
    ['Places', counts.places],
    ['Places taken', counts.hired],
    ['Applications', counts.applications],
    ['Proofs approved', counts.approved],
    ['Proofs rejected', counts.rejected],
    ['Proofs waiting', counts.pending],
  ];
  return facts.map(([figure, value]) => ['Campaign', '', figure, String(value ?? '')]);
}

function placeTimes(
  { startTime, closesAt }: CampaignReport['campaign'],
  timeZone: string,
): [string, string | null][] {
  return [
    ['Start (time of the place)', startTime && formatMoment(startTime, timeZone)],
    ['Open until (time of the place)', closesAt && formatMoment(closesAt, timeZone)],
  ];
}

function timeLines({ time, heat }: CampaignReport): Line[] {
  if (!time) return [];
  const facts: [string, string | number][] = [
    ['Verified time (minutes)', round(time.verifiedMinutes)],
    ['Waiting for review (minutes)', round(time.waitingMinutes)],
    ['Asked for (minutes)', round(time.askedMinutes)],
    ['Coverage (%)', time.coverage === null ? '' : round(time.coverage * 100)],
    ['Map areas in the zone', heat?.zone?.cells ?? ''],
    ['Map areas visited', heat?.zone?.visited ?? ''],
  ];
  return facts.map(([figure, value]) => ['Time', '', figure, String(value)]);
}

function moneyLines({ money }: CampaignReport): Line[] {
  const facts: [string, string | null][] = [
    ['Paid in (USD)', money.funded],
    ['Paid in after a dispute (USD)', money.repaid],
    ['Released to marketers (USD)', money.released],
    ['Platform fee on approved work (USD)', money.fee],
    ['Cost, pay and fee (USD)', money.cost],
    ['Cost per verified hour (USD)', money.costPerVerifiedHour],
    ['Refunded (USD)', money.refunded],
    ['Disputed at the wallet (USD)', money.disputed],
    ['Recovered after a dispute (USD)', money.recovered],
    ['Tips, paid on top (USD)', money.tipped],
    ['Left, fee included (USD)', money.left],
  ];
  return facts.map(([figure, value]) => ['Money', '', figure, value ?? '']);
}

function estimateLines({ estimate }: CampaignReport): Line[] {
  if (!estimate) return [];
  const { footfall, low, high } = estimate;
  const facts: [string, string | number][] = [
    ['Assumed passers-by per hour, lowest', footfall.low],
    ['Assumed passers-by per hour, highest', footfall.high],
    ['Basis of the assumption', footfall.basis],
    ['Opportunities to see, lowest', low],
    ['Opportunities to see, highest', high],
  ];
  return facts.map(([figure, value]) => [
    'Estimate by the advertiser, not measured',
    '',
    figure,
    String(value),
  ]);
}

function postLines({ posts, work }: CampaignReport): Line[] {
  if (!posts) return [];
  const part = 'Reported by the marketer with a screenshot';
  const list = (
    subject: string,
    { views, likes, comments }: Record<'views' | 'likes' | 'comments', number | null>,
  ): Line[] => [
    [part, subject, 'Views', String(views ?? '')],
    [part, subject, 'Likes', String(likes ?? '')],
    [part, subject, 'Comments', String(comments ?? '')],
  ];
  return [
    ...list('All approved posts', posts),
    ...nameWork(work).flatMap(({ subject, figures }) => (figures ? list(subject, figures) : [])),
  ];
}

function workLines({ work }: CampaignReport): Line[] {
  return nameWork(work).flatMap(({ subject, submittedAt, status, minutesInside, paid, files }): Line[] => {
    return [
      ['Work', subject, 'Proof submitted (UTC)', submittedAt],
      ['Work', subject, 'Decision', status],
      [
        'Work',
        subject,
        'Inside the area (minutes)',
        minutesInside === null ? '' : String(round(minutesInside)),
      ],
      ['Work', subject, 'Pay (USD)', paid],
      ['Work', subject, 'Files', String(files)],
    ];
  });
}

/** Adds 'Marketer 1', or 'Marketer 1, proof 2' if the marketer sent several. */
function nameWork(work: CampaignReport['work']) {
  const total = new Map<number, number>();
  for (const { marketer } of work) total.set(marketer, (total.get(marketer) ?? 0) + 1);
  const seen = new Map<number, number>();
  return work.map((proof) => {
    const { marketer } = proof;
    const number = (seen.get(marketer) ?? 0) + 1;
    seen.set(marketer, number);
    const subject = `Marketer ${marketer}`;
    return { ...proof, subject: (total.get(marketer) ?? 0) > 1 ? `${subject}, proof ${number}` : subject };
  });
}

const round = (number: number) => Math.round(number * 10) / 10;
