import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Application } from '#applications/contract.ts';
import { useClock } from '#platform/web/clock.ts';
import { formatAgo, formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/panel.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Proof } from '#proofs/contract.ts';
import { ownProofMessage, ownStateWords } from '#proofs/web/own-proof-words.ts';
import classes from './marketer.module.css';

const MOST = 3;

/** The newest approved applications. */
export function ActiveCampaigns({ applications }: { applications: readonly Application[] }) {
  const approved = applications.filter(({ status }) => status === 'approved').slice(0, MOST);
  return (
    <Panel title="Active Campaigns">
      {approved.length === 0 ? (
        <p className={classes.quiet}>
          No approved campaign yet.{' '}
          <Anchor component={Link} to="/marketplace">
            Find one to apply to
          </Anchor>
          .
        </p>
      ) : (
        <ul className={classes.list}>
          {approved.map((application) => (
            <li className={classes.item} key={application.id}>
              <span className={classes.words}>
                <Link to={`/campaigns/${application.campaignId}`}>{application.campaign.title}</Link>
                <span className={classes.small}>
                  Campaign #{application.campaignId.slice(0, 8)} · Applied {formatDay(application.appliedAt)}
                </span>
              </span>
              <StatusBadge tone={application.campaign.status === 'active' ? 'positive' : 'neutral'}>
                {application.campaign.status === 'active' ? 'Active' : 'Completed'}
              </StatusBadge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What became of the newest proofs. */
export function RecentActivity({ proofs }: { proofs: readonly Proof[] }) {
  const now = useClock().now();
  return (
    <Panel title="Recent Activity">
      {proofs.length === 0 ? (
        <p className={classes.quiet}>Your proofs and what became of them appear here.</p>
      ) : (
        <ul className={classes.list}>
          {proofs.slice(0, MOST).map((proof) => (
            <li className={classes.item} key={proof.id}>
              <span className={classes.words}>
                <Link to={`/campaigns/${proof.campaignId}`}>{ownProofMessage(proof)}</Link>
                <span className={classes.small}>{formatAgo(proof.decidedAt ?? proof.submittedAt, now)}</span>
              </span>
              <StatusBadge tone={ownStateWords[proof.status].tone}>
                {ownStateWords[proof.status].label}
              </StatusBadge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
