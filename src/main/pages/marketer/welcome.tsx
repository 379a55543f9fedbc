import { Button } from '@mantine/core';
import { IconSearch, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from './marketer.module.css';

interface WelcomeProps {
  firstName: string | null;
  rating: number | null;
  isVerified: boolean;
  /** If set, the user has completed a gig and is welcomed back. */
  isBack: boolean;
  /** Another panel has the main action of the page. */
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
              <span className={classes.quiet}>{t('No ratings yet')}</span>
            ) : (
              <span>
                {rich(
                  '{rating} <quiet>rating</quiet>',
                  { quiet: <span className={classes.quiet} /> },
                  { rating: rating.toFixed(1) },
                )}
              </span>
            )}
          </span>
          {isVerified ? <StatusBadge tone="positive">{t('Verified Marketer')}</StatusBadge> : null}
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
            {t('Find Gigs')}
          </Button>
          <Button component={Link} to="/profile" variant="default">
            {t('Edit Profile')}
          </Button>
        </>
      }
    />
  );
}

function titleFor(firstName: string | null, isBack: boolean): string {
  if (isBack) return firstName ? t('Welcome back, {name}', { name: firstName }) : t('Welcome back');
  return firstName ? t('Welcome, {name}', { name: firstName }) : t('Welcome to Promenade');
}
