import { type Message, msg, t } from '#kernel/text.ts';
import { useClock } from '#platform/web/clock.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Campaign } from '../../contract.ts';
import classes from '../dashboard/advertiser-lists.module.css';
import { listMissingFields } from './missing-fields.ts';

export function DraftBadge({ campaign }: { campaign: Campaign }) {
  const lack = findLack(campaign, useClock().now());
  if (lack === 'nothing') return <StatusBadge tone="positive">{t('Funded')}</StatusBadge>;
  return <StatusBadge tone="waiting">{t(lackNames[lack])}</StatusBadge>;
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

const lackNames: Readonly<Record<Lack, Message>> = {
  fields: msg('Incomplete'),
  start: msg('New start time required'),
  money: msg('Payment Required'),
};

function findLack({ escrowStatus, isComplete, startTime }: Campaign, now: Date): Lack | 'nothing' {
  if (escrowStatus === 'funded') return 'nothing';
  if (!isComplete) return 'fields';
  return startTime !== null && new Date(startTime) <= now ? 'start' : 'money';
}

function formatNote(campaign: Campaign, lack: Lack, now: Date): string {
  if (lack === 'money') return t('Campaign funding required to activate');
  if (lack === 'start') return t('The start time has passed. Choose a new one.');
  const names = listMissingFields(campaign, now).map(({ name }) => name);
  return names.length > 0
    ? t('Still missing: {fields}', { fields: names.join(', ') })
    : t('This draft is incomplete');
}
