import { Anchor } from '@mantine/core';
import { useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
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

interface Subject {
  /** The id of the application, or of the entry in the marketer list. */
  id: string;
  name: string;
}

/** On an applicant's row: opens what businesses said about this marketer. */
export function ApplicantRatings(subject: Subject) {
  return <RatingsButton subject={subject} endpoint={listApplicantRatings} />;
}

/** The same on a card of the marketer list. */
export function MarketerRatings(subject: Subject) {
  return <RatingsButton subject={subject} endpoint={listMarketerRatings} />;
}

interface RatingsButtonProps {
  subject: Subject;
  endpoint: typeof listApplicantRatings | typeof listMarketerRatings;
}

function RatingsButton({ subject, endpoint }: RatingsButtonProps) {
  const [shown, setShown] = useState<Subject | null>(null);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        aria-label={`Read the ratings of ${subject.name}`}
        onClick={() => setShown(subject)}
      >
        Read
      </Anchor>
      <SubjectModal
        subject={shown}
        title={({ name }) => `Ratings of ${name}`}
        size="lg"
        onClose={() => setShown(null)}
      >
        {({ id }) => <LoadedRatings id={id} endpoint={endpoint} />}
      </SubjectModal>
    </>
  );
}

function LoadedRatings({ id, endpoint }: { id: string; endpoint: RatingsButtonProps['endpoint'] }) {
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
      <LoadingState text="Loading ratings..." />
    );
  }
  return <Received received={found.data} />;
}

/** On a campaign's page: what marketers said about its business. */
export default function BusinessRatings({ campaign }: { campaign: Campaign }) {
  const found = useEndpoint(
    listCampaignRatings,
    { params: { id: campaign.id } },
    { refetchOnMount: 'always' },
  );
  return (
    <Panel title={campaign.company ? `Ratings of ${campaign.company}` : 'Ratings of the business'}>
      {found.data ? (
        <Received received={found.data} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LoadingState text="Loading ratings..." />
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
      {ratingCount > ratings.length ? (
        <p className={classes.quiet}>The newest {ratings.length} are shown.</p>
      ) : null}
    </>
  );
}

function RatingList({ ratings }: { ratings: readonly Rating[] }) {
  if (ratings.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Ratings">
      {ratings.map((rating) => (
        <li key={rating.id}>
          <RatingItem rating={rating} title={formatAuthor(rating)} />
        </li>
      ))}
    </ul>
  );
}
