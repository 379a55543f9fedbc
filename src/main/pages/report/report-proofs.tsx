import type { ReactNode } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import { RichLink } from '#platform/web/rich-link.tsx';
import { rich } from '#platform/web/rich.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
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
      <Panel title={t('Proof by proof')}>
        <p className={classes.note}>{t('No proof submitted.')}</p>
      </Panel>
    );
  }
  const rows = proofs.toSorted((one, other) => one.submittedAt.localeCompare(other.submittedAt));
  const columns = isTracked
    ? trackedColumns
    : postColumns(new Map(work.map((each) => [each.proofId, each.figures])));
  return (
    <Panel title={t('Proof by proof')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name.text} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((proof) => (
            <tr key={proof.id}>
              {columns.map(({ name, cell }) => (
                <td key={name.text} data-name={t(name)}>
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
  name: Message;
  cell: (proof: Proof) => ReactNode;
}

const marketer: Column = { name: msg('Marketer'), cell: ({ marketerName }) => marketerName || t('Marketer') };
const handedIn: Column = { name: msg('Submitted'), cell: ({ submittedAt }) => formatDay(submittedAt) };
const decision: Column = {
  name: msg('Decision'),
  cell: ({ status, decidedAt }) =>
    decidedAt ? `${t(decisionNames[status])}, ${formatDay(decidedAt)}` : t(decisionNames[status]),
};
const paid: Column = {
  name: msg('Pay'),
  cell: ({ status, payRate }) => (status === 'approved' ? <Money amount={payRate} /> : t('None')),
};

const trackedColumns: readonly Column[] = [
  marketer,
  handedIn,
  {
    name: msg('Tracked'),
    cell: ({ sessionId, duration }) => (sessionId ? formatDuration(duration) : t('Not tracked')),
  },
  {
    name: msg('Inside the area'),
    cell: ({ presence }) => (presence ? formatDuration(presence.minutesInside) : t('None')),
  },
  {
    name: msg('Time covered'),
    cell: ({ presence }) => (presence ? `${Math.round(presence.coverage * 100)}%` : t('None')),
  },
  {
    name: msg('Walked'),
    cell: ({ presence }) => (presence ? formatDistance(presence.distanceMeters) : t('None')),
  },
  { name: msg('Files'), cell: ({ media }) => media.length },
  decision,
  paid,
];

const postColumns = (figures: ReadonlyMap<string, Figures | null>): readonly Column[] => [
  marketer,
  handedIn,
  {
    name: msg('Post'),
    cell: ({ postUrl }) =>
      postUrl ? (
        <a href={postUrl} target="_blank" rel="noreferrer nofollow">
          {postUrl}
        </a>
      ) : (
        t('None')
      ),
  },
  {
    name: msg('Views'),
    cell: ({ id, status }) =>
      status === 'approved' ? <Views figures={figures.get(id) ?? null} /> : t('Not counted'),
  },
  { name: msg('Files'), cell: ({ media }) => media.length },
  decision,
  paid,
];

type Figures = NonNullable<CampaignReport['work'][number]['figures']>;

function Views({ figures }: { figures: Figures | null }) {
  if (!figures) return t('Not reported');
  return rich(
    '{views, number}, reported by the marketer, <link>screenshot</link>',
    {
      link: <RichLink href={figures.screenshotUrl} target="_blank" rel="noreferrer" />,
    },
    { views: figures.views },
  );
}

const decisionNames: Readonly<Record<Proof['status'], Message>> = {
  pending: msg('Waiting'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
};
