import { IconBriefcase, IconClockCheck } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link, type LinkProps } from 'react-router';
import { t } from '#kernel/text.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { RatingFigure } from '#platform/web/ui/rating-figure.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { FollowerTier, ListedMarketer } from '../../marketers-contract.ts';
import { socialPlatformNames } from '../../social-handle-contract.ts';
import { StrikeBadge } from '../strike-badge.tsx';
import classes from './marketers.module.css';
import { formatOnTime } from './punctuality-labels.ts';
import { SaveMarketerButton } from './save-marketer-button.tsx';

export type InviteSlot = ComponentType<{ id: string; name: string; businessId: string }>;

interface MarketerCardProps {
  marketer: ListedMarketer;
  formatTier: (tier: FollowerTier) => string;
  businessId: string | null;
  InviteButton: InviteSlot;
  /** Opens the marketer's panel. */
  link: Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>;
}

export function MarketerCard({ marketer, formatTier, businessId, InviteButton, link }: MarketerCardProps) {
  const { id, name, imageUrl, city, state, rating, ratingCount, finishedWork, activeStrikes, platforms } =
    marketer;
  const onTime = formatOnTime(marketer.punctuality);
  return (
    <li className={classes.card}>
      <div className={classes.top}>
        <Monogram name={name} shape="round" size={68} imageUrl={imageUrl} />
        <div className={classes.who}>
          <h2 className={classes.name}>
            <Link {...link}>{name}</Link>
          </h2>
          <p className={classes.quiet}>{[city, state].filter(Boolean).join(', ') || t('Location not set')}</p>
        </div>
      </div>
      <p className={classes.facts}>
        <RatingFigure rating={rating} count={ratingCount} />
        <span>
          <IconBriefcase size={16} aria-hidden />
          {finishedWork === 0 ? t('No finished work yet') : t('{count} finished', { count: finishedWork })}
        </span>
      </p>
      {onTime || marketer.isIdentityVerified || marketer.isLocationVerified || activeStrikes > 0 ? (
        <div className={classes.badges}>
          {onTime ? (
            <span className={classes.onTime}>
              <IconClockCheck size={16} aria-hidden />
              {onTime}
            </span>
          ) : null}
          {marketer.isIdentityVerified ? (
            <StatusBadge tone="positive">{t('Identity checked')}</StatusBadge>
          ) : null}
          {marketer.isLocationVerified ? (
            <StatusBadge tone="positive">{t('Location Verified')}</StatusBadge>
          ) : null}
          <StrikeBadge strikes={activeStrikes} />
        </div>
      ) : null}
      {platforms.length > 0 ? (
        <ul className={classes.platforms} aria-label={t('Platforms of {name}', { name })}>
          {platforms.map(({ platform, tier }) => (
            <li key={platform}>
              {socialPlatformNames[platform]} <span>{formatRange(formatTierName(tier, formatTier))}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {businessId ? (
        <div className={classes.actions}>
          <InviteButton id={id} name={name} businessId={businessId} />
          <SaveMarketerButton id={id} name={name} businessId={businessId} />
        </div>
      ) : null}
    </li>
  );
}

/** '10K-100K' for 'Micro (10K-100K)', because cards have little room. */
function formatRange(tierName: string): string {
  return /\((.+)\)$/.exec(tierName)?.[1] ?? tierName;
}

export function formatTierName(
  tier: FollowerTier | null,
  formatTier: (tier: FollowerTier) => string,
): string {
  return tier ? formatTier(tier) : t('Fewer than 1,000');
}
