import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMessageCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { SubjectDrawer } from '#platform/web/ui/layout/subject-drawer.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import { MarketerFacts } from '#profiles/web/marketers/marketer-facts.tsx';
import { SaveMarketerButton } from '#profiles/web/marketers/save-marketer-button.tsx';
import type { Application } from '../../contract.ts';
import { ApplicantRatings } from '../slots.ts';
import { formatApplicantStatus, formatFollowers, formatPlace } from './applicant-labels.ts';
import { ApplicantActions, type ApplicantActionsProps } from './applicants-row.tsx';
import classes from './applicants.module.css';

interface ApplicantPanelProps {
  application: Application | null;
  listed: readonly Application[];
  /** Null if the user may not decide for the business. */
  businessId: string | null;
  getActions: (application: Application) => ApplicantActionsProps;
  onShow: (application: Application) => void;
  onClose: () => void;
}

export function ApplicantPanel({ application, listed, onShow, onClose, ...rest }: ApplicantPanelProps) {
  return (
    <SubjectDrawer
      subject={application}
      renderTitle={({ id }) => <Steps id={id} listed={listed} onShow={onShow} />}
      toKey={({ id }) => id}
      closeLabel={t('Close applicant')}
      renderFooter={(shown) => <PanelFooter application={shown} {...rest} />}
      onClose={onClose}
    >
      {(shown) => <ApplicantFacts application={shown} />}
    </SubjectDrawer>
  );
}

function Steps({ id, listed, onShow }: Pick<ApplicantPanelProps, 'listed' | 'onShow'> & { id: string }) {
  const index = listed.findIndex((one) => one.id === id);
  const [before, after] = index < 0 ? [undefined, undefined] : [listed[index - 1], listed[index + 1]];
  return (
    <span className={classes.steps}>
      <span>
        {index < 0 || listed.length === 1
          ? t('Applicant')
          : t('Applicant {number} of {count}', { number: index + 1, count: listed.length })}
      </span>
      {listed.length > 1 ? (
        <>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('Previous applicant')}
            disabled={!before}
            onClick={() => before && onShow(before)}
          >
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('Next applicant')}
            disabled={!after}
            onClick={() => after && onShow(after)}
          >
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </>
      ) : null}
    </span>
  );
}

function ApplicantFacts({ application }: { application: Application }) {
  const { id, marketerName, marketerAccount, marketerPlatforms, reason, appliedAt, isInvited } = application;
  const { label, tone } = formatApplicantStatus(application);
  const place = formatPlace(application);
  return (
    <MarketerFacts
      name={marketerName}
      imageUrl={application.marketerImage}
      place={[application.marketerCity, t('applied {day}', { day: formatDay(appliedAt) })]
        .filter(Boolean)
        .join(' · ')}
      badges={
        <>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          {isInvited ? <StatusBadge tone="accent">{t('Invited')}</StatusBadge> : null}
        </>
      }
      rating={application.marketerRating}
      ratingCount={application.marketerRatingCount}
      finishedWork={application.marketerFinishedWork}
      punctuality={application.marketerPunctuality}
      isIdentityVerified={application.isMarketerVerified}
      strikes={application.marketerStrikes}
      platforms={marketerPlatforms.map(({ platform, followers }) => ({
        platform,
        audience: formatFollowers(followers),
      }))}
      note={application.note}
      ratings={<ApplicantRatings id={id} />}
    >
      {place ? <p className={classes.facts}>{place}</p> : null}
      {reason ? <p className={classes.facts}>{t('Reason: {reason}', { reason })}</p> : null}
      {marketerAccount ? (
        <p className={classes.account}>
          {rich(
            'Posts as <account>@{handle}</account> with {followers, number} followers',
            {
              account: (
                <Anchor
                  href={marketerAccount.url}
                  target="_blank"
                  rel="noreferrer nofollow"
                  inherit
                  underline="always"
                />
              ),
            },
            { handle: marketerAccount.handle, followers: marketerAccount.followers },
          )}
        </p>
      ) : null}
    </MarketerFacts>
  );
}

type PanelFooterProps = Pick<ApplicantPanelProps, 'businessId' | 'getActions'> & { application: Application };

function PanelFooter({ application, businessId, getActions }: PanelFooterProps) {
  const { id, marketerName, marketerListingId } = application;
  const actions = getActions(application);
  // A decision removes the pressed button.
  const place = useFocusAfter<HTMLFieldSetElement>(actions.isPending);
  return (
    <fieldset
      className={classes.decision}
      ref={place}
      tabIndex={-1}
      aria-label={t('Decide about {marketerName}', { marketerName })}
    >
      <ApplicantActions {...actions} />
      <Button
        component={Link}
        to={`/messages/${id}`}
        size="sm"
        variant="default"
        leftSection={<IconMessageCircle size={18} aria-hidden />}
        aria-label={t('Message {marketerName}', { marketerName })}
      >
        {t('Message')}
      </Button>
      {marketerListingId && businessId ? (
        <SaveMarketerButton id={marketerListingId} name={marketerName} businessId={businessId} />
      ) : null}
    </fieldset>
  );
}
