import { IconBriefcase, IconStarFilled } from '@tabler/icons-react';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { FollowerTier, ListedMarketer } from '../../marketers-contract.ts';
import { socialPlatformNames } from '../../social-handle-contract.ts';
import classes from './marketers.module.css';

interface MarketerCardProps {
  marketer: ListedMarketer;
  formatTier: (tier: FollowerTier) => string;
}

export function MarketerCard({ marketer, formatTier }: MarketerCardProps) {
  const { name, imageUrl, city, state, rating, finishedWork, platforms } = marketer;
  return (
    <li className={classes.card}>
      <div className={classes.top}>
        <Monogram name={name} shape="round" size={52} imageUrl={imageUrl} />
        <div className={classes.who}>
          <h2 className={classes.name}>{name}</h2>
          <p className={classes.quiet}>{[city, state].filter(Boolean).join(', ') || 'Location not set'}</p>
        </div>
      </div>
      <p className={classes.facts}>
        <span>
          <IconStarFilled size={16} className={classes.star} aria-hidden />
          {rating.toFixed(1)} rating
        </span>
        <span>
          <IconBriefcase size={16} aria-hidden />
          {finishedWork === 0 ? 'No finished work yet' : `${finishedWork} finished`}
        </span>
      </p>
      {marketer.isIdentityVerified || marketer.isLocationVerified ? (
        <div className={classes.badges}>
          {marketer.isIdentityVerified ? <StatusBadge tone="positive">KYC Verified</StatusBadge> : null}
          {marketer.isLocationVerified ? <StatusBadge tone="positive">Location Verified</StatusBadge> : null}
        </div>
      ) : null}
      {platforms.length > 0 ? (
        <ul className={classes.platforms} aria-label={`Platforms of ${name}`}>
          {platforms.map(({ platform, tier }) => (
            <li key={platform}>
              <span>{socialPlatformNames[platform]}</span>
              <span>{tier ? formatTier(tier) : 'Fewer than 1,000'}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
