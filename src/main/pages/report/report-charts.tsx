import type { Campaign } from '#campaigns/contract.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import type { ChartContent, ChartRow } from '#platform/web/charts/chart-content.ts';
import { formatTimeZone } from '#platform/web/charts/chart-content.ts';
import { ChartPanel } from '#platform/web/charts/chart-panel.tsx';
import { formatMoney, toCents } from '#platform/web/ui/money.tsx';
import { getCampaignFunnel, getHourlyCosts } from '#proofs/report-contract.ts';
import { listSessionHours } from '#tracking/report-contract.ts';
import classes from '#reports/web/report.module.css';

/** Where applicants drop out, when the work was done, and what a verified hour cost. */
export function ReportCharts({ campaign }: { campaign: Campaign }) {
  const args = { params: { id: campaign.id } };
  const isTracked = campaign.campaignType === 'wearable';
  return (
    <div className={classes.charts}>
      <ChartPanel
        title="From application to pay"
        endpoint={getCampaignFunnel}
        args={args}
        toContent={toFunnel}
        note={() => 'Each step counts the applicants who got at least this far.'}
        empty={{
          title: 'No applications yet',
          text: 'Once marketers apply, you’ll see here how many get hired, work and are paid.',
        }}
      />
      {isTracked ? (
        <ChartPanel
          title="Sessions by hour"
          endpoint={listSessionHours}
          args={args}
          toContent={toHours}
          note={(data) =>
            `A session counts in every hour in which it ran${data ? `, ${formatTimeZone(data.timeZone)}` : ''}.`
          }
          empty={{
            title: 'No sessions yet',
            text: 'The hours in which marketers work appear here once the first one starts tracking.',
          }}
        />
      ) : null}
      {isTracked ? (
        <ChartPanel
          title="Cost per verified hour"
          endpoint={getHourlyCosts}
          args={args}
          toContent={toCosts}
          note={formatCostNote}
          empty={{
            title: 'No approved proofs yet',
            text: 'What an hour inside the area costs with each marketer appears here after the first approval.',
          }}
        />
      ) : null}
    </div>
  );
}

function toFunnel(funnel: ResponseOf<typeof getCampaignFunnel>): ChartContent | null {
  if (funnel.applied === 0) return null;
  const steps: [name: string, people: number | null][] = [
    ['Applied', funnel.applied],
    ['Hired', funnel.hired],
    ['Tracked work', funnel.tracked],
    ['Sent proof', funnel.sentProof],
    ['Approved', funnel.approved],
    ['Paid', funnel.paid],
  ];
  return {
    heading: 'Step',
    layout: 'stages',
    series: [{ key: 'people', label: 'Marketers', shape: 'bar', color: 'people', unit: 'count' }],
    rows: steps.flatMap(([name, people]) => (people === null ? [] : [{ name, values: { people } }])),
  };
}

function toHours({ hours }: ResponseOf<typeof listSessionHours>): ChartContent | null {
  if (hours.every(({ sessions }) => sessions === 0)) return null;
  return {
    heading: 'Hour',
    layout: 'hours',
    series: [{ key: 'sessions', label: 'Sessions', shape: 'bar', color: 'people', unit: 'count' }],
    rows: hours.map(({ hour, sessions }) => ({ name: formatHour(hour), values: { sessions } })),
  };
}

/** Returns '12 AM' for 0 and '3 PM' for 15. */
const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

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
    heading: 'Marketer',
    layout: 'stages',
    series: [
      { key: 'costPerHour', label: 'Cost per hour', shape: 'bar', color: 'money', unit: 'money' },
      { key: 'hours', label: 'Time inside', shape: 'none', color: 'people', unit: 'hours' },
      { key: 'cost', label: 'Cost', shape: 'none', color: 'money', unit: 'money' },
    ],
    rows: [
      toRow('All', total),
      ...marketers.map(({ proofId, marketer, ...cost }) => ({ ...toRow(marketer, cost), key: proofId })),
    ],
    ...(planned === null ? {} : { reference: toCents(planned) }),
  };
}

function formatCostNote(data: HourlyCosts | undefined): string {
  const planned = data?.planned ? ` The line is the planned ${formatMoney(data.planned)}.` : '';
  return `Released pay and fee for each hour inside the area, highest first.${planned}`;
}
