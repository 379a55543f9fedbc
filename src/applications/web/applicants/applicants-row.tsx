import { Anchor, Button, Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import { BusyButton } from '#campaigns/web/page/busy-button.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { RatingFigure } from '#platform/web/ui/rating-figure.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { SaveMarketerButton } from '#profiles/web/marketers/save-marketer-button.tsx';
import { StrikeBadge } from '#profiles/web/strike-badge.tsx';
import type { Application } from '../../contract.ts';
import { ApplicantRatings } from '../slots.ts';
import { formatApplicantStatus, formatPlace } from './applicant-labels.ts';
import classes from './applicants.module.css';

interface ApplicantRowProps {
  application: Application;
  /** The campaign's business, or null if the user may not decide for it. */
  businessId: string | null;
  /** True while a decision about any applicant is being sent. */
  isPending: boolean;
  isSelected: boolean;
  /** True if more than one applicant can be selected. */
  isSelectable: boolean;
  onSelect: (isSelected: boolean) => void;
  onApprove: () => void;
  onReject: () => void;
  onBench: (isOnBench: boolean) => void;
}

export function ApplicantRow(props: ApplicantRowProps) {
  const { application, isSelected, isSelectable, onSelect } = props;
  const { id, marketerName, marketerImage, marketerCity, marketerAccount, appliedAt, reason } = application;
  const { marketerRating, marketerRatingCount, marketerFinishedWork, isMarketerVerified, marketerStrikes } =
    application;
  const { label, tone } = formatApplicantStatus(application);
  const place = formatPlace(application);
  return (
    <li className={classes.row} data-selected={isSelected || undefined}>
      {isSelectable && isDecidable(application) ? (
        <Checkbox
          aria-label={`Select ${marketerName}`}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      ) : null}
      <Monogram name={marketerName} imageUrl={marketerImage} shape="round" size={44} />
      <div className={classes.words}>
        <div className={classes.top}>
          <span className={classes.name}>{marketerName}</span>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          {application.isInvited ? <StatusBadge tone="accent">Invited</StatusBadge> : null}
          {isMarketerVerified ? <StatusBadge tone="positive">KYC Verified</StatusBadge> : null}
          <StrikeBadge strikes={marketerStrikes} />
        </div>
        <p className={classes.facts}>
          <span className={classes.rating}>
            <RatingFigure rating={marketerRating} count={marketerRatingCount} />
            {marketerRatingCount > 0 ? <ApplicantRatings id={id} name={marketerName} /> : null}
          </span>
          <span>
            {marketerFinishedWork === 0 ? 'No finished gigs yet' : formatFinished(marketerFinishedWork)}
          </span>
          <span>{marketerCity ?? 'City not set'}</span>
          <span>Applied {formatDay(appliedAt)}</span>
        </p>
        {marketerAccount ? (
          <p className={classes.facts}>
            <Anchor href={marketerAccount.url} target="_blank" rel="noreferrer nofollow" inherit>
              @{marketerAccount.handle}
            </Anchor>
            <span>{marketerAccount.followers.toLocaleString('en-US')} followers</span>
          </p>
        ) : null}
        {place ? <p className={classes.facts}>{place}</p> : null}
        {reason ? <p className={classes.facts}>Reason: {reason}</p> : null}
      </div>
      <RowActions {...props} />
    </li>
  );
}

const formatFinished = (gigs: number) => (gigs === 1 ? '1 finished gig' : `${gigs} finished gigs`);

/** Returns true if the advertiser can still decide. Rejecting remains possible when all places are taken. */
export function isDecidable({ can }: Application): boolean {
  return can.approve || can.reject;
}

function RowActions({ application, businessId, isPending, onApprove, onReject, onBench }: ApplicantRowProps) {
  const { marketerName, marketerListingId, can } = application;
  return (
    <div className={classes.actions}>
      {can.approve ? (
        <BusyButton size="sm" isBusy={isPending} onClick={onApprove} aria-label={`Approve ${marketerName}`}>
          Approve
        </BusyButton>
      ) : null}
      {can.bench ? (
        <BusyButton
          size="sm"
          isBusy={isPending}
          onClick={() => onBench(true)}
          aria-label={`Add ${marketerName} to the waitlist`}
        >
          Add to waitlist
        </BusyButton>
      ) : null}
      {can.unbench ? (
        <BusyButton
          size="sm"
          variant="default"
          isBusy={isPending}
          onClick={() => onBench(false)}
          aria-label={`Remove ${marketerName} from the waitlist`}
        >
          Remove from waitlist
        </BusyButton>
      ) : null}
      {can.reject ? (
        <Button size="sm" variant="default" onClick={onReject} aria-label={`Reject ${marketerName}`}>
          Reject
        </Button>
      ) : null}
      <Button
        component={Link}
        to={`/messages/${application.id}`}
        size="sm"
        variant="default"
        aria-label={`Message ${marketerName}`}
      >
        Message
      </Button>
      {marketerListingId && businessId ? (
        <SaveMarketerButton id={marketerListingId} name={marketerName} businessId={businessId} />
      ) : null}
    </div>
  );
}
