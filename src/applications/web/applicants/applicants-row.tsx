import { Button, Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from 'react-router';
import { BusyButton } from '#campaigns/web/page/busy-button.tsx';
import { t } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { RatingFigure } from '#platform/web/ui/rating-figure.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { formatOnTime } from '#profiles/web/marketers/punctuality-labels.ts';
import { StrikeBadge } from '#profiles/web/strike-badge.tsx';
import type { Application } from '../../contract.ts';
import { formatApplicantStatus, formatAudience, formatFinished, formatPlace } from './applicant-labels.ts';
import classes from './applicants.module.css';

export interface ApplicantActionsProps {
  application: Application;
  /** Also while a decision about another applicant is being sent. */
  isPending: boolean;
  onApprove: () => void;
  onReject: () => void;
  onBench: (isOnBench: boolean) => void;
  /** Null if the decision can no longer be undone. */
  onUndo: (() => void) | null;
}

interface ApplicantRowProps extends ApplicantActionsProps {
  link: Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>;
  isSelected: boolean;
  isSelectable: boolean;
  onSelect: (isSelected: boolean) => void;
}

export function ApplicantRow(props: ApplicantRowProps) {
  const { application, link, isSelected, isSelectable, onSelect } = props;
  const { marketerName, marketerImage, note, reason, status } = application;
  const { label, tone } = formatApplicantStatus(application);
  const place = formatPlace(application);
  return (
    <li className={classes.row} data-selected={isSelected || undefined}>
      {isSelectable && isDecidable(application) ? (
        <Checkbox
          className={classes.above}
          aria-label={t('Select {marketerName}', { marketerName })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      ) : null}
      <Monogram name={marketerName} imageUrl={marketerImage} shape="round" size={56} />
      <div className={classes.words}>
        <div className={classes.top}>
          <Link {...link} className={classes.name}>
            {marketerName}
          </Link>
          {status === 'pending' && application.benchPosition === null ? null : (
            <StatusBadge tone={tone}>{label}</StatusBadge>
          )}
          {application.isInvited ? <StatusBadge tone="accent">{t('Invited')}</StatusBadge> : null}
          <StrikeBadge strikes={application.marketerStrikes} />
        </div>
        <RowFacts application={application} />
        {note ? <p className={classes.note}>“{note}”</p> : null}
        {place ? <p className={classes.facts}>{place}</p> : null}
        {reason ? <p className={classes.facts}>{t('Reason: {reason}', { reason })}</p> : null}
      </div>
      <ApplicantActions {...props} isQuiet />
      <IconChevronRight className={classes.chevron} size={20} aria-hidden />
    </li>
  );
}

function RowFacts({ application }: { application: Application }) {
  const { marketerRating, marketerRatingCount, marketerFinishedWork, marketerPunctuality, marketerCity } =
    application;
  const onTime = formatOnTime(marketerPunctuality);
  const audience = formatAudience(application);
  return (
    <p className={classes.facts}>
      <RatingFigure rating={marketerRating} count={marketerRatingCount} />
      <span>{formatFinished(marketerFinishedWork)}</span>
      {onTime ? <span>{onTime}</span> : null}
      {audience ? <span>{audience}</span> : null}
      {marketerCity ? <span className={classes.wideOnly}>{marketerCity}</span> : null}
      <span className={classes.wideOnly}>
        {t('Applied {day}', { day: formatDay(application.appliedAt) })}
      </span>
    </p>
  );
}

/** Rejecting remains possible when all places are taken. */
export function isDecidable({ can }: Application): boolean {
  return can.approve || can.reject;
}

export function ApplicantActions({
  isQuiet = false,
  ...props
}: ApplicantActionsProps & { isQuiet?: boolean }) {
  const { application, isPending, onApprove, onReject, onBench, onUndo } = props;
  const main = isQuiet ? { variant: 'default' } : {};
  const refusing = isQuiet ? { variant: 'subtle', color: 'red' } : { variant: 'danger' };
  const { marketerName, can } = application;
  return (
    <div className={classes.actions}>
      {onUndo ? (
        <BusyButton
          size="sm"
          variant="default"
          isBusy={isPending}
          onClick={onUndo}
          aria-label={t('Undo the decision about {marketerName}', { marketerName })}
        >
          {t('Undo')}
        </BusyButton>
      ) : null}
      {can.approve ? (
        <BusyButton
          {...main}
          size="sm"
          isBusy={isPending}
          onClick={onApprove}
          aria-label={t('Approve {marketerName}', { marketerName })}
        >
          {t('Approve')}
        </BusyButton>
      ) : null}
      {can.bench ? (
        <BusyButton
          {...main}
          size="sm"
          isBusy={isPending}
          onClick={() => onBench(true)}
          aria-label={t('Add {marketerName} to the waitlist', { marketerName })}
        >
          {t('Add to waitlist')}
        </BusyButton>
      ) : null}
      {can.unbench ? (
        <BusyButton
          size="sm"
          variant="default"
          isBusy={isPending}
          onClick={() => onBench(false)}
          aria-label={t('Remove {marketerName} from the waitlist', { marketerName })}
        >
          {t('Remove from waitlist')}
        </BusyButton>
      ) : null}
      {can.reject ? (
        <Button
          {...refusing}
          size="sm"
          onClick={onReject}
          aria-label={t('Reject {marketerName}', { marketerName })}
        >
          {t('Reject')}
        </Button>
      ) : null}
    </div>
  );
}
