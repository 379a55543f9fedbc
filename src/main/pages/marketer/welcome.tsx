import { Button } from '@mantine/core';
import { IconSearch, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from './marketer.module.css';

interface WelcomeProps {
  firstName: string | null;
  /** The average, or null without ratings. */
  rating: number | null;
  isVerified: boolean;
  /** If set, the user has completed a gig and is welcomed back. */
  isBack: boolean;
  /** Another panel has the main action of the page, such as Start Tracking. */
  isAtWork?: boolean;
  badge?: ReactNode;
}

export function Welcome({ firstName, rating, isVerified, isBack, isAtWork = false, badge }: WelcomeProps) {
  return (
    <PageHeader
      title={titleFor(firstName, isBack)}
      description={
        <span className={classes.standing}>
          <span className={classes.rating}>
            <IconStarFilled size={18} aria-hidden />
            {rating === null ? (
              <span className={classes.quiet}>No ratings yet</span>
            ) : (
              <span>
                {rating.toFixed(1)} <span className={classes.quiet}>rating</span>
              </span>
            )}
          </span>
          {isVerified ? <StatusBadge tone="positive">Verified Marketer</StatusBadge> : null}
          {badge}
        </span>
      }
      actions={
        <>
          <Button
            component={Link}
            to="/marketplace"
            {...(isAtWork ? { variant: 'default' } : {})}
            leftSection={<IconSearch size={18} aria-hidden />}
          >
            Find Gigs
          </Button>
          <Button component={Link} to="/profile" variant="default">
            Edit Profile
          </Button>
        </>
      }
    />
  );
}

function titleFor(firstName: string | null, isBack: boolean): string {
  if (isBack) return firstName ? `Welcome back, ${firstName}` : 'Welcome back';
  return firstName ? `Welcome, ${firstName}` : 'Welcome to Promenade';
}
