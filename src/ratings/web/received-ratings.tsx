import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { RatingFigure } from '#platform/web/ui/rating-figure.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import {
  listApplicantRatings,
  listCampaignRatings,
  listMarketerRatings,
  type Rating,
  type RatingsReceived,
} from '../contract.ts';
import { RatingItem } from './rating-item.tsx';
import { formatAuthor } from './rating-labels.ts';
import classes from './ratings.module.css';

/** `id` is the application's. */
export function ApplicantRatings({ id }: { id: string }) {
  return <LatestRatings id={id} endpoint={listApplicantRatings} />;
}

/** `id` is that of the entry in the marketer list. */
export function MarketerRatings({ id }: { id: string }) {
  return <LatestRatings id={id} endpoint={listMarketerRatings} />;
}

interface LatestRatingsProps {
  id: string;
  endpoint: typeof listApplicantRatings | typeof listMarketerRatings;
}

const LATEST = 3;

function LatestRatings({ id, endpoint }: LatestRatingsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const found = useEndpoint<typeof listApplicantRatings, ResponseOf<typeof listApplicantRatings>>(
    // Both endpoints take the same parameters and return the same.
    endpoint as typeof listApplicantRatings,
    { params: { id } },
    { refetchOnMount: 'always' },
  );
  if (!found.data) {
    return found.error ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <LoadingState text={t('Loading ratings...')} />
    );
  }
  const { ratings, ratingCount } = found.data;
  return (
    <>
      <RatingList ratings={showsAll ? ratings : ratings.slice(0, LATEST)} />
      {!showsAll && ratings.length > LATEST ? (
        <Button variant="default" size="sm" onClick={() => setShowsAll(true)}>
          {t('Show all {count}', { count: ratings.length })}
        </Button>
      ) : null}
      {showsAll ? <Newest shown={ratings.length} count={ratingCount} /> : null}
    </>
  );
}

export default function BusinessRatings({ campaign }: { campaign: Campaign }) {
  const found = useEndpoint(
    listCampaignRatings,
    { params: { id: campaign.id } },
    { refetchOnMount: 'always' },
  );
  return (
    <Panel
      title={
        campaign.company
          ? t('Ratings of {company}', { company: campaign.company })
          : t('Ratings of the business')
      }
    >
      {found.data ? (
        <Received received={found.data} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LoadingState text={t('Loading ratings...')} />
      )}
    </Panel>
  );
}

function Received({ received: { rating, ratingCount, ratings } }: { received: RatingsReceived }) {
  return (
    <>
      <p className={classes.figure}>
        <RatingFigure rating={rating} count={ratingCount} />
      </p>
      <RatingList ratings={ratings} />
      <Newest shown={ratings.length} count={ratingCount} />
    </>
  );
}

function Newest({ shown, count }: { shown: number; count: number }) {
  return count > shown ? (
    <p className={classes.quiet}>{t('The newest {shown} are shown.', { shown })}</p>
  ) : null;
}

function RatingList({ ratings }: { ratings: readonly Rating[] }) {
  if (ratings.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('Ratings')}>
      {ratings.map((rating) => (
        <li key={rating.id}>
          <RatingItem rating={rating} title={formatAuthor(rating)} />
        </li>
      ))}
    </ul>
  );
}
