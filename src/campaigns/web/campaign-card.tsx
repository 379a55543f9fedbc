import { Progress } from '@mantine/core';
import { IconCalendar, IconClock, IconMapPin, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fromDollars } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { formatZonedTime, formatDay } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Campaign } from '../contract.ts';
import { CampaignArtwork } from './campaign-artwork.tsx';
import classes from './campaign-card.module.css';
import {
  formatAudience,
  formatCampaignDuration,
  computeHourlyPay,
  isClosing,
  isFull,
  formatCampaignType,
  formatPayUnit,
  stateNames,
} from './campaign-labels.ts';
import { CampaignLogo } from './campaign-logo.tsx';

interface CampaignCardProps {
  campaign: Campaign;
  action?: ReactNode;
  heading?: 'h2' | 'h3';
  /** '2.4 miles away', if the user searches around a point. */
  distance?: string | null;
  /** Highlights the card while the user points at its map marker. */
  isPointedAt?: boolean;
}

export function CampaignCard({
  campaign,
  action,
  heading: Heading = 'h2',
  distance = null,
  isPointedAt = false,
}: CampaignCardProps) {
  const hourly = computeHourlyPay(campaign);
  return (
    <article className={classes.card} data-pointed-at={isPointedAt || undefined}>
      <CampaignArtwork campaign={campaign} />
      <div className={classes.top}>
        <CampaignLogo campaign={campaign} size={46} />
        <div className={classes.names}>
          <Heading className={classes.title}>
            <Link to={`/campaigns/${campaign.id}`}>{campaign.title}</Link>
          </Heading>
          <p className={classes.company}>{campaign.company}</p>
        </div>
      </div>
      <div className={classes.badges}>
        <PlacesBadge campaign={campaign} />
        <StatusBadge>{t(stateNames[campaign.status])}</StatusBadge>
        <StatusBadge>{formatCampaignType(campaign)}</StatusBadge>
      </div>
      <p className={classes.description}>{campaign.description}</p>
      <ul className={classes.facts}>
        <Fact icon={<IconMapPin size={17} />}>
          {campaign.location}
          {distance ? <span className={classes.audience}>, {distance}</span> : null}
        </Fact>
        {campaign.startTime ? (
          <Fact icon={<IconCalendar size={17} />}>
            <time dateTime={campaign.startTime}>
              {formatZonedTime(campaign.startTime, campaign.timeZone)}
            </time>
          </Fact>
        ) : null}
        <Fact icon={<IconClock size={17} />}>
          {formatCampaignDuration(campaign)},{' '}
          <span className={classes.audience}>{formatAudience(campaign.targetDemographics)}</span>
        </Fact>
      </ul>
      <Places campaign={campaign} />
      <div className={classes.foot}>
        <p className={classes.pay}>
          <span className={classes.amount}>
            <Money amount={campaign.payRate} short />
          </span>{' '}
          <span className={classes.unit}>/ {formatPayUnit(campaign.campaignType)}</span>
          {hourly ? (
            <span className={classes.hourly}>
              {rich('<money></money> per hour', { money: <Money amount={hourly} /> })}
            </span>
          ) : null}
        </p>
        {action}
      </div>
      <p className={classes.posted}>{t('Posted {day}', { day: formatDay(campaign.createdAt) })}</p>
    </article>
  );
}

export function CampaignGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}

function PlacesBadge({ campaign }: { campaign: Campaign }) {
  if (isClosing(campaign)) return <StatusBadge>{t('Closing')}</StatusBadge>;
  return isFull(campaign) ? (
    <StatusBadge>{t('Full')}</StatusBadge>
  ) : (
    <StatusBadge tone="positive">{t('Available')}</StatusBadge>
  );
}

function Places({ campaign }: { campaign: Campaign }) {
  const { marketersHired, totalMarketersNeeded, totalBudget } = campaign;
  const share = totalMarketersNeeded > 0 ? (100 * marketersHired) / totalMarketersNeeded : 0;
  return (
    <div className={classes.places}>
      <span className={classes.count}>
        <IconUsers size={17} aria-hidden />
        {t('{hired} / {needed} marketers', { hired: marketersHired, needed: totalMarketersNeeded })}
      </span>
      <span className={classes.budget}>
        {rich('<money></money> budget', {
          money: <Money amount={fromDollars(totalBudget)} short />,
        })}
      </span>
      <Progress
        className={classes.bar}
        value={share}
        size={5}
        color={isFull(campaign) ? 'gray.5' : 'moss'}
        aria-label={t('Places taken')}
      />
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.fact}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <span>{children}</span>
    </li>
  );
}
