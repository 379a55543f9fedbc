import { Switch } from '@mantine/core';
import { useId } from 'react';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import { getListing, type Listing, setListing } from '../marketers-contract.ts';
import classes from './marketers/marketers.module.css';

export function ListingPanel() {
  const { data, error, refetch } = useEndpoint(getListing, undefined, { refetchOnMount: 'always' });
  const change = useCallMutation(setListing, { invalidates: [getListing] });
  const descriptionId = useId();
  const state = data && formatVisibility(data);
  // The switches show a choice while it is being saved.
  const wanted = data && { ...data, ...(change.isPending ? change.variables.body : {}) };
  return (
    <Panel
      title={t('Visibility to advertisers')}
      aside={state ? <StatusBadge tone={state.tone}>{state.label}</StatusBadge> : null}
    >
      {data && wanted && state ? (
        <>
          <p className={classes.text} aria-live="polite">
            {state.text}
          </p>
          <Switch
            label={t('Let advertisers find me')}
            aria-describedby={descriptionId}
            checked={!wanted.isHidden}
            onChange={(event) => {
              if (!change.isPending) change.mutate({ body: { isHidden: !event.currentTarget.checked } });
            }}
          />
          <p className={classes.hint} id={descriptionId}>
            {t(
              'They see your first name and last initial, picture, city and state, rating, finished work, passed checks and follower tiers. They never see your contact details.',
            )}
          </p>
          <Switch
            mt="sm"
            label={t('Let advertisers invite me to campaigns')}
            checked={wanted.takesInvitations}
            disabled={wanted.isHidden}
            onChange={(event) => {
              if (!change.isPending)
                change.mutate({ body: { takesInvitations: event.currentTarget.checked } });
            }}
          />
          <ErrorText
            text={
              change.error
                ? getErrorText(change.error, t('Failed to save your choice. Please try again.'))
                : null
            }
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function formatVisibility({ isHidden, isKnown, isNamed }: Listing): {
  label: string;
  tone: StatusTone;
  text: string;
} {
  if (isHidden) return { label: t('Hidden'), tone: 'neutral', text: t('Advertisers can’t find you.') };
  if (!isKnown) {
    const text = t(
      'Advertisers can find you once your identity is verified or your first proof is approved.',
    );
    return { label: t('Not visible yet'), tone: 'waiting', text };
  }
  if (!isNamed)
    return {
      label: t('Not visible yet'),
      tone: 'waiting',
      text: t('Advertisers can find you once your profile has a name.'),
    };
  return { label: t('Visible'), tone: 'positive', text: t('Advertisers can find you.') };
}
