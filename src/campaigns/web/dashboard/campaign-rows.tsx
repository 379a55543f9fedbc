import { Button, Progress } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { fromDollars } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { OwnCampaign } from '../../contract.ts';
import classes from './advertiser-lists.module.css';
import { formatCampaignTitle, formatCampaignType } from '../campaign-labels.ts';

export const ROWS_AT_ONCE = 20;

interface CampaignRowsProps {
  campaigns: readonly OwnCampaign[];
  children: (campaign: OwnCampaign) => ReactNode;
}

/** Rendered in steps because it may span years. */
export function CampaignRows({ campaigns, children }: CampaignRowsProps) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const rows = useRef<HTMLUListElement>(null);
  const left = campaigns.length - shown;
  useEffect(() => {
    // Focus the first new row, because the button moves or disappears.
    if (shown > ROWS_AT_ONCE)
      rows.current?.querySelectorAll<HTMLElement>('h2 a')[shown - ROWS_AT_ONCE]?.focus();
  }, [shown]);
  return (
    <>
      <ul className={classes.rows} ref={rows}>
        {campaigns.slice(0, shown).map(children)}
      </ul>
      {left > 0 ? (
        <div className={classes.more}>
          <p className={classes.facts}>{t('{shown} of {count} shown', { shown, count: campaigns.length })}</p>
          <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
            {t('Show more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface CampaignRowProps {
  campaign: OwnCampaign;
  badge: ReactNode;
  actions: ReactNode;
  /** The places taken, instead of the number needed. */
  places?: ReactNode;
  children?: ReactNode;
}

export function CampaignRow({ campaign, badge, actions, places, children }: CampaignRowProps) {
  const { id, location, startTime, targetDemographic, marketsNeeded, totalBudget, team } = campaign;
  return (
    <li className={classes.row}>
      <div className={classes.top}>
        <h2 className={classes.title}>
          <Link to={`/campaigns/${id}`}>{formatCampaignTitle(campaign)}</Link>
        </h2>
        {badge}
        <StatusBadge>{formatCampaignType(campaign)}</StatusBadge>
      </div>
      <div className={classes.words}>
        <p className={classes.facts}>
          {team ? (
            <span>
              {t('{business}, your role: {role, select, owner {owner} manager {manager} other {viewer}}', {
                business: team.business,
                role: team.role,
              })}
            </span>
          ) : null}
          <span>{location || t('Location not set')}</span>
          {startTime === null ? null : (
            <time dateTime={startTime}>{formatZonedTime(startTime, campaign.timeZone)}</time>
          )}
        </p>
        <p className={classes.facts}>
          {totalBudget > 0 ? (
            <span>
              {rich('<money></money> budget', {
                money: <Money amount={fromDollars(totalBudget)} short />,
              })}
            </span>
          ) : null}
          <span>{targetDemographic}</span>
          {places ? null : (
            <span>
              {marketsNeeded === 0
                ? t('Number of marketers not set')
                : t('{count, plural, one {# marketer} other {# marketers}} needed', { count: marketsNeeded })}
            </span>
          )}
        </p>
        {places}
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </li>
  );
}

export function PlacesBar({ campaign }: { campaign: OwnCampaign }) {
  const { applicationsCount, marketsNeeded, marketersHired } = campaign;
  const share = marketsNeeded > 0 ? (100 * marketersHired) / marketsNeeded : 0;
  const hired = t('{hired} of {needed} marketers hired', { hired: marketersHired, needed: marketsNeeded });
  return (
    <div className={classes.progress}>
      <Progress value={share} size={6} color="moss" aria-label={hired} />
      <p className={classes.facts}>
        <span>{hired}</span>
        <span>
          {t('{count, plural, one {# application} other {# applications}}', { count: applicationsCount })}
        </span>
      </p>
    </div>
  );
}

export function ViewButton({ id, title }: { id: string; title: string }) {
  return (
    <Button
      component={Link}
      to={`/campaigns/${id}`}
      variant="default"
      size="sm"
      aria-label={t('View {title}', { title })}
    >
      {t('View')}
    </Button>
  );
}
