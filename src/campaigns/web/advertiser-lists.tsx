import { Button, Progress } from '@mantine/core';
import { IconArchive, IconFileText, IconSpeakerphone } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useClock } from '#platform/web/clock.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { OwnCampaign } from '../contract.ts';
import classes from './advertiser-lists.module.css';
import { closeReasonNames, isClosing, kindName } from './campaign-words.ts';
import { readKeptForm } from './kept-form.ts';

interface ListProps {
  campaigns: readonly OwnCampaign[];
}

export function ActiveCampaigns({ campaigns }: ListProps) {
  if (campaigns.length === 0) {
    return (
      <EmptyState
        icon={<IconSpeakerphone />}
        title="No active campaigns"
        text="A campaign becomes active, and marketers can apply, as soon as it is funded."
        action={<CreateButton />}
      />
    );
  }
  return (
    <Rows>
      {campaigns.map((campaign) => (
        <CampaignRow
          key={campaign.id}
          campaign={campaign}
          badge={
            isClosing(campaign) ? (
              <StatusBadge tone="waiting">Closing</StatusBadge>
            ) : (
              <StatusBadge tone="positive">Active</StatusBadge>
            )
          }
          actions={<ViewButton id={campaign.id} title={campaign.title} />}
        >
          <ApplicationsBar campaign={campaign} />
        </CampaignRow>
      ))}
    </Rows>
  );
}

export function CompletedCampaigns({ campaigns }: ListProps) {
  if (campaigns.length === 0) {
    return (
      <EmptyState
        icon={<IconArchive />}
        title="No completed campaigns yet"
        text="Campaigns move here once their time is over and every proof is decided."
      />
    );
  }
  return (
    <Rows>
      {campaigns.map((campaign) => (
        <CampaignRow
          key={campaign.id}
          campaign={campaign}
          badge={
            <StatusBadge>
              {campaign.closeReason ? closeReasonNames[campaign.closeReason] : 'Completed'}
            </StatusBadge>
          }
          actions={<ViewButton id={campaign.id} title={campaign.title} />}
        />
      ))}
    </Rows>
  );
}

export function DraftCampaigns({ campaigns }: ListProps) {
  const [kept] = useState(readKeptForm);
  if (campaigns.length === 0 && !kept) {
    return (
      <EmptyState
        icon={<IconFileText />}
        title="No drafts"
        text="What you save without paying waits here."
        action={<CreateButton />}
      />
    );
  }
  return (
    <Rows>
      {kept ? (
        <li className={classes.row}>
          <div className={classes.words}>
            <p className={classes.title}>{kept.title || 'Untitled campaign'}</p>
            <p className={classes.facts}>Typed in this browser and not saved yet</p>
          </div>
          <div className={classes.actions}>
            <Button component={Link} to="/create-campaign" variant="default" size="sm">
              Continue
            </Button>
          </div>
        </li>
      ) : null}
      {campaigns.map((campaign) => (
        <DraftRow key={campaign.id} campaign={campaign} />
      ))}
    </Rows>
  );
}

/** Pending drafts ask for their funding; one that lacks something, or whose start has passed, for its form. */
function DraftRow({ campaign }: { campaign: OwnCampaign }) {
  const now = useClock().now();
  const { id, title, escrowStatus, isComplete, startTime, can } = campaign;
  const isFunded = escrowStatus === 'funded';
  const hasPassed = startTime !== null && new Date(startTime) <= now;
  return (
    <CampaignRow
      campaign={campaign}
      badge={
        isFunded ? (
          <StatusBadge tone="positive">Funded</StatusBadge>
        ) : (
          <StatusBadge tone="waiting">Payment Required</StatusBadge>
        )
      }
      actions={
        <>
          {can.fund ? (
            <Button
              component={Link}
              to={`/campaign/${id}/payment`}
              size="sm"
              aria-label={`Fund Campaign: ${title}`}
            >
              Fund Campaign
            </Button>
          ) : null}
          {isFunded ? (
            <ViewButton id={id} title={title} />
          ) : (
            <Button
              component={Link}
              to={`/campaigns/${id}`}
              variant="default"
              size="sm"
              aria-label={`Edit ${title}`}
            >
              Edit
            </Button>
          )}
        </>
      }
    >
      {isFunded ? null : (
        <p className={classes.note}>
          {!isComplete
            ? 'This draft is not complete yet'
            : hasPassed
              ? 'Its start time has passed: choose a new one'
              : 'Campaign funding required to activate'}
        </p>
      )}
    </CampaignRow>
  );
}

interface CampaignRowProps {
  campaign: OwnCampaign;
  badge: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

function CampaignRow({ campaign, badge, actions, children }: CampaignRowProps) {
  const { id, title, location, targetDemographic, marketsNeeded } = campaign;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <div className={classes.top}>
          <h2 className={classes.title}>
            <Link to={`/campaigns/${id}`}>{title}</Link>
          </h2>
          {badge}
          <StatusBadge>{kindName(campaign)}</StatusBadge>
        </div>
        <p className={classes.facts}>
          <span>{location || 'Location not set'}</span>
          <span>{targetDemographic}</span>
          <span>
            {marketsNeeded} {marketsNeeded === 1 ? 'marketer' : 'marketers'} needed
          </span>
        </p>
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </li>
  );
}

function ApplicationsBar({ campaign }: { campaign: OwnCampaign }) {
  const { applicationsCount, marketsNeeded, marketersHired } = campaign;
  const share = marketsNeeded > 0 ? Math.min(100, (100 * applicationsCount) / marketsNeeded) : 0;
  return (
    <div className={classes.progress}>
      <Progress
        value={share}
        size={6}
        color="moss"
        aria-label={`${applicationsCount} applications for ${marketsNeeded} places`}
      />
      <p className={classes.facts}>
        <span>
          {applicationsCount} / {marketsNeeded} applications
        </span>
        <span>{marketersHired} hired</span>
      </p>
    </div>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

function ViewButton({ id, title }: { id: string; title: string }) {
  return (
    <Button component={Link} to={`/campaigns/${id}`} variant="default" size="sm" aria-label={`View ${title}`}>
      View
    </Button>
  );
}

function CreateButton() {
  return (
    <Button component={Link} to="/create-campaign" variant="default">
      Create New Campaign
    </Button>
  );
}
