import type { Campaign } from '#campaigns/contract.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { ChartContent, ChartRow } from '#platform/web/charts/chart-content.ts';
import { formatTimeZone } from '#platform/web/charts/chart-content.ts';
import { ChartPanel } from '#platform/web/charts/chart-panel.tsx';
import { formatMoney, toCents } from '#platform/web/ui/money.tsx';
import { getCampaignFunnel, getHourlyCosts } from '#proofs/report-contract.ts';
import type { CampaignReport } from '#reports/contract.ts';
import { listSessionHours } from '#tracking/report-contract.ts';
import classes from '#reports/web/report.module.css';

interface ReportChartsProps {
  campaign: Campaign;
  report: Pick<CampaignReport, 'counts'>;
}

/** Only the charts that have something to show. */
export function ReportCharts({ campaign, report: { counts } }: ReportChartsProps) {
  const args = { params: { id: campaign.id } };
  const isTracked = campaign.campaignType === 'wearable';
  if (counts.applications === 0) return null;
  return (
    <div className={classes.charts}>
      <ChartPanel
        title={t('From application to pay')}
        endpoint={getCampaignFunnel}
        args={args}
        toContent={toFunnel}
        note={() => t('Each step counts the applicants who got at least this far.')}
        empty={{
          title: t('No applications yet'),
          text: t('Once marketers apply, you’ll see here how many get hired, work and are paid.'),
        }}
      />
      {isTracked && counts.hired > 0 ? (
        <ChartPanel
          title={t('Sessions by hour')}
          endpoint={listSessionHours}
          args={args}
          toContent={toHours}
          note={(data) =>
            data
              ? t('A session counts in every hour in which it ran, {zone}.', {
                  zone: formatTimeZone(data.timeZone),
                })
              : t('A session counts in every hour in which it ran.')
          }
          empty={{
            title: t('No sessions yet'),
            text: t('The hours in which marketers work appear here once the first one starts tracking.'),
          }}
        />
      ) : null}
      {isTracked && counts.approved > 0 ? (
        <ChartPanel
          title={t('Cost per verified hour')}
          endpoint={getHourlyCosts}
          args={args}
          toContent={toCosts}
          note={formatCostNote}
          empty={{
            title: t('No approved proofs yet'),
            text: t(
              'What an hour inside the area costs with each marketer appears here after the first approval.',
            ),
          }}
        />
      ) : null}
    </div>
  );
}

function toFunnel(funnel: ResponseOf<typeof getCampaignFunnel>): ChartContent | null {
  if (funnel.applied === 0) return null;
  const steps: [name: string, people: number | null][] = [
    [t('Applied', { context: 'people' }), funnel.applied],
    [t('Hired', { context: 'people' }), funnel.hired],
    [t('Tracked work'), funnel.tracked],
    [t('Sent proof'), funnel.sentProof],
    [t('Approved', { context: 'people' }), funnel.approved],
    [t('Paid', { context: 'people' }), funnel.paid],
  ];
  return {
    heading: t('Step'),
    layout: 'stages',
    series: [{ key: 'people', label: t('Marketers'), shape: 'bar', color: 'people', unit: 'count' }],
    rows: steps.flatMap(([name, people]) => (people === null ? [] : [{ name, values: { people } }])),
  };
}

function toHours({ hours }: ResponseOf<typeof listSessionHours>): ChartContent | null {
  if (hours.every(({ sessions }) => sessions === 0)) return null;
  return {
    heading: t('Hour'),
    layout: 'hours',
    series: [{ key: 'sessions', label: t('Sessions'), shape: 'bar', color: 'people', unit: 'count' }],
    rows: hours.map(({ hour, sessions }) => ({ name: formatHour(hour), values: { sessions } })),
  };
}

/** '12 AM' for 0 and '3 PM' for 15. */
const formatHour = (hour: number) => t(hour < 12 ? '{hour} AM' : '{hour} PM', { hour: hour % 12 || 12 });

type HourlyCosts = ResponseOf<typeof getHourlyCosts>;

function toCosts({ planned, total, marketers }: HourlyCosts): ChartContent | null {
  if (marketers.length === 0) return null;
  const toRow = (name: string, cost: HourlyCosts['total']): ChartRow => ({
    name,
    values: {
      costPerHour: cost.costPerHour === null ? null : toCents(cost.costPerHour),
      hours: cost.minutesInside / 60,
      cost: toCents(cost.cost),
    },
  });
  return {
    heading: t('Marketer'),
    layout: 'stages',
    series: [
      { key: 'costPerHour', label: t('Cost per hour'), shape: 'bar', color: 'money', unit: 'money' },
      { key: 'hours', label: t('Time inside'), shape: 'none', color: 'people', unit: 'hours' },
      { key: 'cost', label: t('Cost'), shape: 'none', color: 'money', unit: 'money' },
    ],
    rows: [
      toRow(t('All', { context: 'marketers' }), total),
      ...marketers.map(({ proofId, marketer, ...cost }) => ({ ...toRow(marketer, cost), key: proofId })),
    ],
    ...(planned === null ? {} : { reference: toCents(planned) }),
  };
}

function formatCostNote(data: HourlyCosts | undefined): string {
  if (!data?.planned) return t('Released pay and fee for each hour inside the area, highest first.');
  return t(
    'Released pay and fee for each hour inside the area, highest first. The line is the planned {amount}.',
    { amount: formatMoney(data.planned) },
  );
}
