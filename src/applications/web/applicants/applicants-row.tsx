import { Anchor, Button, Checkbox } from '@mantine/core';
import { BusyButton } from '#campaigns/web/page/busy-button.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Application } from '../../contract.ts';
import { formatApplicantStatus, formatPlace } from './applicant-labels.ts';
import classes from './applicants.module.css';

interface ApplicantRowProps {
  application: Application;
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
  const { marketerName, marketerImage, marketerRating, marketerCity, marketerAccount, appliedAt, reason } =
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
        </div>
        <p className={classes.facts}>
          <span>Rating {marketerRating.toFixed(1)}</span>
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

/** Returns true if the advertiser can still decide. Rejecting remains possible when all places are taken. */
export function isDecidable({ can }: Application): boolean {
  return can.approve || can.reject;
}

function RowActions({ application, isPending, onApprove, onReject, onBench }: ApplicantRowProps) {
  const { marketerName, can } = application;
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
    </div>
  );
}
