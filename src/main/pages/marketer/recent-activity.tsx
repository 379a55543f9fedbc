import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Application } from '#applications/contract.ts';
import { formatOwnStatus } from '#applications/web/application-labels.ts';
import { isDone, type Work } from '#applications/web/own/work-labels.ts';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { MINUTE } from '#kernel/time.ts';
import { useClock, useNow } from '#platform/web/clock.ts';
import { formatAgo, formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Proof } from '#proofs/contract.ts';
import { formatProofStatus } from '#proofs/web/proof-labels.ts';
import classes from './marketer.module.css';

const MAX_ROWS = 3;

interface ActiveCampaignsProps {
  applications: readonly Application[];
  workOf: (campaignId: string) => Work;
}

export function ActiveCampaigns({ applications, workOf }: ActiveCampaignsProps) {
  const now = useNow(MINUTE);
  const isOver = (application: Application) => isDone(application, workOf(application.campaignId), now);
  const approved = applications
    .filter(({ status }) => status === 'approved')
    .toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)))
    .slice(0, MAX_ROWS);
  return (
    <Panel
      title={t('Active Campaigns')}
      aside={
        <Anchor component={Link} to="/applications" fw={600}>
          {t('My applications')}
        </Anchor>
      }
    >
      {approved.length === 0 ? (
        <p className={classes.quiet}>
          {rich('No approved campaigns yet. <link>Find one to apply to</link>.', {
            link: <Anchor component={Link} to="/marketplace" underline="always" />,
          })}
        </p>
      ) : (
        <ul className={classes.list}>
          {approved.map((application) => (
            <ActiveCampaign
              application={application}
              state={formatOwnStatus(application, workOf(application.campaignId), now)}
              key={application.id}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface ActiveCampaignProps {
  application: Application;
  state: ReturnType<typeof formatOwnStatus>;
}

function ActiveCampaign({ application, state }: ActiveCampaignProps) {
  return (
    <li className={classes.item}>
      <span className={classes.words}>
        <Link to={`/campaigns/${application.campaignId}`}>{application.campaign.title}</Link>
        <span className={classes.small}>
          {t('Campaign #{id} · Applied {day}', {
            id: application.campaignId.slice(0, 8),
            day: formatDay(application.appliedAt),
          })}
        </span>
      </span>
      <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
    </li>
  );
}

export function RecentActivity({ proofs }: { proofs: readonly Proof[] }) {
  const now = useClock().now();
  const newest = proofs
    .toSorted((one, other) => getLastChange(other) - getLastChange(one))
    .slice(0, MAX_ROWS);
  return (
    <Panel title={t('Recent Activity')}>
      {newest.length === 0 ? (
        <p className={classes.quiet}>{t('Your proofs will appear here.')}</p>
      ) : (
        <ul className={classes.list}>
          {newest.map((proof) => (
            <li className={classes.item} key={proof.id}>
              <span className={classes.words}>
                <Link to={`/campaigns/${proof.campaignId}`}>{formatProofStatus(proof)}</Link>
                <span className={classes.small}>{formatAgo(proof.decidedAt ?? proof.submittedAt, now)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function getLastChange({ decidedAt, submittedAt }: Proof): number {
  return new Date(decidedAt ?? submittedAt).getTime();
}
