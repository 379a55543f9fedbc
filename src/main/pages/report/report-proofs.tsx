import type { ReactNode } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { formatDay, formatDuration } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import type { Proof } from '#proofs/contract.ts';
import type { CampaignReport } from '#reports/contract.ts';
import { formatDistance } from '#tracking/web/tracker/tracking-messages.ts';
import classes from '#reports/web/report.module.css';

interface ReportProofsProps {
  campaign: Campaign;
  proofs: readonly Proof[];
  work: CampaignReport['work'];
}

export function ReportProofs({ campaign, proofs, work }: ReportProofsProps) {
  const isTracked = campaign.campaignType === 'wearable';
  if (proofs.length === 0) {
    return (
      <Panel title="Proof by proof">
        <p className={classes.note}>No proof submitted.</p>
      </Panel>
    );
  }
  const rows = proofs.toSorted((one, other) => one.submittedAt.localeCompare(other.submittedAt));
  const columns = isTracked
    ? trackedColumns
    : postColumns(new Map(work.map((each) => [each.proofId, each.figures])));
  return (
    <Panel title="Proof by proof">
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((proof) => (
            <tr key={proof.id}>
              {columns.map(({ name, cell }) => (
                <td key={name} data-name={name}>
                  {cell(proof)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

interface Column {
  name: string;
  cell: (proof: Proof) => ReactNode;
}

const marketer: Column = { name: 'Marketer', cell: ({ marketerName }) => marketerName || 'Marketer' };
const handedIn: Column = { name: 'Submitted', cell: ({ submittedAt }) => formatDay(submittedAt) };
const decision: Column = {
  name: 'Decision',
  cell: ({ status, decidedAt }) =>
    decidedAt ? `${decisionNames[status]}, ${formatDay(decidedAt)}` : decisionNames[status],
};
const paid: Column = {
  name: 'Pay',
  cell: ({ status, payRate }) => (status === 'approved' ? <Money amount={payRate} /> : 'None'),
};

const trackedColumns: readonly Column[] = [
  marketer,
  handedIn,
  {
    name: 'Tracked',
    cell: ({ sessionId, duration }) => (sessionId ? formatDuration(Math.round(duration)) : 'Not tracked'),
  },
  {
    name: 'Inside the area',
    cell: ({ presence }) => (presence ? formatDuration(Math.round(presence.minutesInside)) : 'None'),
  },
  {
    name: 'Time covered',
    cell: ({ presence }) => (presence ? `${Math.round(presence.coverage * 100)}%` : 'None'),
  },
  { name: 'Walked', cell: ({ presence }) => (presence ? formatDistance(presence.distanceMeters) : 'None') },
  { name: 'Files', cell: ({ media }) => media.length },
  decision,
  paid,
];

const postColumns = (figures: ReadonlyMap<string, Figures | null>): readonly Column[] => [
  marketer,
  handedIn,
  {
    name: 'Post',
    cell: ({ postUrl }) =>
      postUrl ? (
        <a href={postUrl} target="_blank" rel="noreferrer nofollow">
          {postUrl}
        </a>
      ) : (
        'None'
      ),
  },
  {
    name: 'Views',
    cell: ({ id, status }) =>
      status === 'approved' ? <Views figures={figures.get(id) ?? null} /> : 'Not counted',
  },
  { name: 'Files', cell: ({ media }) => media.length },
  decision,
  paid,
];

type Figures = NonNullable<CampaignReport['work'][number]['figures']>;

function Views({ figures }: { figures: Figures | null }) {
  if (!figures) return 'Not reported';
  return (
    <>
      {figures.views.toLocaleString('en-US')}, reported by the marketer,{' '}
      <a href={figures.screenshotUrl} target="_blank" rel="noreferrer">
        screenshot
      </a>
    </>
  );
}

const decisionNames: Readonly<Record<Proof['status'], string>> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
};
