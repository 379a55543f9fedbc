import { Button, Checkbox } from '@mantine/core';
import { BusyButton } from '#campaigns/web/busy-button.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Application } from '../contract.ts';
import { applicantState, placeText } from './applicants-words.ts';
import classes from './applicants.module.css';

interface ApplicantRowProps {
  application: Application;
  /** A decision is under way, about this applicant or another. */
  isPending: boolean;
  isSelected: boolean;
  /** Several can be decided about at once. */
  isSelectable: boolean;
  onSelect: (isSelected: boolean) => void;
  onApprove: () => void;
  onReject: () => void;
  onBench: (isOnBench: boolean) => void;
}

/** One applicant: who they are, where they stand, what can be decided about them. */
export function ApplicantRow(props: ApplicantRowProps) {
  const { application, isSelected, isSelectable, onSelect } = props;
  const { marketerName, marketerImage, marketerRating, marketerCity, appliedAt, reason } = application;
  const { label, tone } = applicantState(application);
  const place = placeText(application);
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
        {place ? <p className={classes.facts}>{place}</p> : null}
        {reason ? <p className={classes.facts}>Reason: {reason}</p> : null}
      </div>
      <RowActs {...props} />
    </li>
  );
}

/** Whoever may approve may reject as well, and rejecting stays possible where no place is left. */
export function isDecidable({ can }: Application): boolean {
  return can.approve || can.reject;
}

function RowActs({ application, isPending, onApprove, onReject, onBench }: ApplicantRowProps) {
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
          aria-label={`Put ${marketerName} on the bench`}
        >
          Put on bench
        </BusyButton>
      ) : null}
      {can.unbench ? (
        <BusyButton
          size="sm"
          variant="default"
          isBusy={isPending}
          onClick={() => onBench(false)}
          aria-label={`Take ${marketerName} off the bench`}
        >
          Take off bench
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
