import { t } from '#kernel/text.ts';
import { csvLine } from '#platform/server/security/csv.ts';
import type { CampaignReport } from '../contract.ts';
import { formatMoment } from './pdf/format.ts';

/** One figure per line, so that a spreadsheet can filter it. Amounts are in dollars, times in UTC. */
export function formatReportCsv(report: CampaignReport): string {
  const lines: [part: string, subject: string, figure: string, value: string][] = [
    ...campaignLines(report),
    ...timeLines(report),
    ...moneyLines(report),
    ...estimateLines(report),
    ...postLines(report),
    ...workLines(report),
  ];
  return [[t('Part'), t('Subject'), t('Figure'), t('Value')], ...lines].map(csvLine).join('');
}

type Line = [part: string, subject: string, figure: string, value: string];

function campaignLines({ asOf, campaign, counts }: CampaignReport): Line[] {
  const facts: [string, string | number | null][] = [
    [t('As of (UTC)'), asOf],
    [t('Title'), campaign.title],
    [t('Company'), campaign.company],
    [t('Type'), campaign.campaignType],
    [t('Status'), campaign.status],
    [t('Location'), campaign.location],
    [t('Start (UTC)'), campaign.startTime],
    [t('Open until (UTC)'), campaign.closesAt],
    ...(campaign.timeZone === null ? [] : placeTimes(campaign, campaign.timeZone)),
    [t('Duration (minutes)'), campaign.durationMinutes],
    [t('Pay per place (USD)'), campaign.pay],
    [t('Places'), counts.places],
    [t('Places taken'), counts.hired],
    [t('Applications'), counts.applications],
    [t('Proofs approved'), counts.approved],
    [t('Proofs rejected'), counts.rejected],
    [t('Proofs waiting'), counts.pending],
  ];
  return facts.map(([figure, value]) => [t('Campaign'), '', figure, String(value ?? '')]);
}

function placeTimes(
  { startTime, closesAt }: CampaignReport['campaign'],
  timeZone: string,
): [string, string | null][] {
  return [
    [t('Start (time of the place)'), startTime && formatMoment(startTime, timeZone)],
    [t('Open until (time of the place)'), closesAt && formatMoment(closesAt, timeZone)],
  ];
}

function timeLines({ time, heat }: CampaignReport): Line[] {
  if (!time) return [];
  const facts: [string, string | number][] = [
    [t('Verified time (minutes)'), round(time.verifiedMinutes)],
    [t('Waiting for review (minutes)'), round(time.waitingMinutes)],
    [t('Asked for (minutes)'), round(time.askedMinutes)],
    [t('Coverage (%)'), time.coverage === null ? '' : round(time.coverage * 100)],
    [t('Map cells in the area'), heat?.zone?.cells ?? ''],
    [t('Map cells visited'), heat?.zone?.visited ?? ''],
  ];
  return facts.map(([figure, value]) => [t('Time'), '', figure, String(value)]);
}

function moneyLines({ money }: CampaignReport): Line[] {
  const facts: [string, string | null][] = [
    [t('Paid in (USD)'), money.funded],
    [t('Paid in after a dispute (USD)'), money.repaid],
    [t('Released to marketers (USD)'), money.released],
    [t('Platform fee on approved work (USD)'), money.fee],
    [t('Cost, pay and fee (USD)'), money.cost],
    [t('Cost per verified hour (USD)'), money.costPerVerifiedHour],
    [t('Refunded (USD)'), money.refunded],
    [t('Disputed at the wallet (USD)'), money.disputed],
    [t('Recovered after a dispute (USD)'), money.recovered],
    [t('Tips, paid on top (USD)'), money.tipped],
    [t('Left, fee included (USD)'), money.left],
  ];
  return facts.map(([figure, value]) => [t('Money'), '', figure, value ?? '']);
}

function estimateLines({ estimate }: CampaignReport): Line[] {
  if (!estimate) return [];
  const { footfall, low, high } = estimate;
  const facts: [string, string | number][] = [
    [t('Assumed passers-by per hour, lowest'), footfall.low],
    [t('Assumed passers-by per hour, highest'), footfall.high],
    [t('Basis of the assumption'), footfall.basis],
    [t('Opportunities to see, lowest'), low],
    [t('Opportunities to see, highest'), high],
  ];
  return facts.map(([figure, value]) => [
    t('Estimate by the advertiser, not measured'),
    '',
    figure,
    String(value),
  ]);
}

function postLines({ posts, work }: CampaignReport): Line[] {
  if (!posts) return [];
  const part = t('Reported by the marketer with a screenshot');
  const list = (
    subject: string,
    { views, likes, comments }: Record<'views' | 'likes' | 'comments', number | null>,
  ): Line[] => [
    [part, subject, t('Views'), String(views ?? '')],
    [part, subject, t('Likes'), String(likes ?? '')],
    [part, subject, t('Comments'), String(comments ?? '')],
  ];
  return [
    ...list(t('All approved posts'), posts),
    ...nameWork(work).flatMap(({ subject, figures }) => (figures ? list(subject, figures) : [])),
  ];
}

function workLines({ work }: CampaignReport): Line[] {
  return nameWork(work).flatMap(({ subject, submittedAt, status, minutesInside, paid, files }): Line[] => {
    return [
      [t('Work'), subject, t('Proof submitted (UTC)'), submittedAt],
      [t('Work'), subject, t('Decision'), status],
      [
        t('Work'),
        subject,
        t('Inside the area (minutes)'),
        minutesInside === null ? '' : String(round(minutesInside)),
      ],
      [t('Work'), subject, t('Pay (USD)'), paid],
      [t('Work'), subject, t('Files'), String(files)],
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
    const subject = t('Marketer {marketer}', { marketer });
    return {
      ...proof,
      subject:
        (total.get(marketer) ?? 0) > 1
          ? t('Marketer {marketer}, proof {number}', { marketer, number })
          : subject,
    };
  });
}

const round = (number: number) => Math.round(number * 10) / 10;
