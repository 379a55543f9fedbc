import { Switch } from '@mantine/core';
import { useId } from 'react';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { ProblemText } from '#platform/web/ui/problem-text.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/ui/status-badge.tsx';
import { getListing, type Listing, setListing } from '../marketers-contract.ts';
import classes from './marketers.module.css';

/** Whether advertisers find one among the marketers, and as what. */
export function ListingPanel() {
  const { data, error, refetch } = useEndpoint(getListing, undefined, { refetchOnMount: 'always' });
  const change = useCallMutation(setListing, { invalidates: [getListing] });
  const descriptionId = useId();
  const state = data && stateOf(data);
  return (
    <Panel
      title="Found by advertisers"
      aside={state ? <StatusBadge tone={state.tone}>{state.label}</StatusBadge> : null}
    >
      {data && state ? (
        <>
          <p className={classes.text} aria-live="polite">
            {state.text}
          </p>
          <Switch
            label="Let advertisers find me"
            aria-describedby={descriptionId}
            checked={!(change.isPending ? change.variables.body.isHidden : data.isHidden)}
            onChange={(event) => {
              if (!change.isPending) change.mutate({ body: { isHidden: !event.currentTarget.checked } });
            }}
          />
          <p className={classes.hint} id={descriptionId}>
            They see your first name and initial, picture, city and state, rating, finished work, checks that
            you passed, and your tier of followers on each platform. Nothing by which they could reach you.
          </p>
          <ProblemText text={change.error ? textOf(change.error, 'Your choice could not be saved.') : null} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function stateOf({ isHidden, isKnown, isNamed }: Listing): { label: string; tone: StatusTone; text: string } {
  if (isHidden) return { label: 'Hidden', tone: 'neutral', text: 'Advertisers do not find you.' };
  if (!isKnown) {
    const text =
      'Advertisers find you once your identity is verified or a first proof of yours was approved.';
    return { label: 'Not yet', tone: 'waiting', text };
  }
  if (!isNamed)
    return { label: 'Not yet', tone: 'waiting', text: 'Advertisers find you once your profile has a name.' };
  return { label: 'Found', tone: 'positive', text: 'Advertisers find you among the marketers.' };
}
