import { useClock } from '#platform/web/clock.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Campaign } from '../../contract.ts';
import classes from '../dashboard/advertiser-lists.module.css';
import { listMissingFields } from './missing-fields.ts';

/** Shows what the draft needs next ('Payment Required' if it is complete), or 'Funded'. */
export function DraftBadge({ campaign }: { campaign: Campaign }) {
  const lack = findLack(campaign, useClock().now());
  if (lack === 'nothing') return <StatusBadge tone="positive">Funded</StatusBadge>;
  return <StatusBadge tone="waiting">{lackNames[lack]}</StatusBadge>;
}

export function DraftNote({ campaign }: { campaign: Campaign }) {
  const now = useClock().now();
  const lack = findLack(campaign, now);
  return lack === 'nothing' ? null : <p className={classes.note}>{formatNote(campaign, lack, now)}</p>;
}

export function DraftState({ campaign }: { campaign: Campaign }) {
  return (
    <div className={classes.top}>
      <DraftBadge campaign={campaign} />
      <DraftNote campaign={campaign} />
    </div>
  );
}

type Lack = 'fields' | 'start' | 'money';

const lackNames: Readonly<Record<Lack, string>> = {
  fields: 'Incomplete',
  start: 'New Start Time Required',
  money: 'Payment Required',
};

function findLack({ escrowStatus, isComplete, startTime }: Campaign, now: Date): Lack | 'nothing' {
  if (escrowStatus === 'funded') return 'nothing';
  if (!isComplete) return 'fields';
  return startTime !== null && new Date(startTime) <= now ? 'start' : 'money';
}

function formatNote(campaign: Campaign, lack: Lack, now: Date): string {
  if (lack === 'money') return 'Campaign funding required to activate';
  if (lack === 'start') return 'The start time has passed. Choose a new one.';
  const names = listMissingFields(campaign, now).map(({ name }) => name);
  return names.length > 0 ? `Still missing: ${names.join(', ')}` : 'This draft is incomplete';
}
