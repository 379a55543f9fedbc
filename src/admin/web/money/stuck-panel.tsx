import { Button } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { StuckMoney } from '#payments/admin-contract.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from './money.module.css';
import { CoverModal, WriteOffModal } from './amount-modals.tsx';
import { RetryModal } from './retry-modal.tsx';
import { useStuckMoney } from './use-money.ts';

/** Payouts, refunds, payments and disputes that need an admin or have waited too long. */
export function StuckPanel() {
  const stuck = useStuckMoney();
  const [covered, setCovered] = useState<StuckMoney | null>(null);
  const [writtenOff, setWrittenOff] = useState<StuckMoney | null>(null);
  const [retried, setRetried] = useState<StuckMoney | null>(null);
  return (
    <div className={classes.stack}>
      <PagedRows
        of={stuck}
        rows={stuck.data}
        empty={
          <EmptyState
            icon={<IconCircleCheck />}
            title="No money is stuck"
            text="Payouts, refunds and payments that need action or wait over an hour for the wallet appear here."
          />
        }
      >
        {(items) => (
          <ul className={classes.items} aria-label="Stuck money, oldest first">
            {items.map((item) => (
              <StuckItem
                item={item}
                onRetry={() => setRetried(item)}
                onCover={() => setCovered(item)}
                onWriteOff={() => setWrittenOff(item)}
                key={`${item.kind} ${item.id}`}
              />
            ))}
          </ul>
        )}
      </PagedRows>
      <CoverModal item={covered} onClose={() => setCovered(null)} />
      <WriteOffModal item={writtenOff} onClose={() => setWrittenOff(null)} />
      <RetryModal item={retried} onClose={() => setRetried(null)} />
    </div>
  );
}

const kinds: Record<StuckMoney['kind'], string> = {
  payout: 'Payout',
  refund: 'Refund',
  order: 'Incoming payment',
  chargeback: 'Dispute',
  shortfall: 'Unpaid work',
  debt: 'Debt',
  proof: 'Weak proof',
  dispute: 'Overdue dispute',
  effect: 'Task',
  sweep: 'Background job',
  restore: 'Restored backup',
};

const states: Readonly<Record<string, string | undefined>> = {
  submitting: 'no answer',
  processing: 'not finished',
  held: 'on hold',
  refunded: 'returned',
  reversed: 'reversed',
  capturing: 'no answer',
  pending: 'under review',
  captured: 'unused',
  surplus: 'being returned',
  dead: 'retries stopped',
  unknown: 'no answer',
};

/** In these states the server does not retry automatically. */
const ended = new Set([
  'open',
  'owed',
  'failed',
  'returned',
  'blocked',
  'refunded',
  'reversed',
  'cancelled',
  'dead',
]);

interface StuckItemProps {
  item: StuckMoney;
  onRetry: () => void;
  onCover: () => void;
  onWriteOff: () => void;
}

function StuckItem({ item, onRetry, onCover, onWriteOff }: StuckItemProps) {
  const { kind, state, amount, who, about, since, problem, nextStep, issue, id } = item;
  return (
    <li className={classes.item}>
      <div className={classes.itemTop}>
        <StatusBadge tone={ended.has(state) ? 'negative' : 'waiting'}>
          {kinds[kind]}: {states[state] ?? state}
        </StatusBadge>
        {amount === null ? null : (
          <span className={classes.amount}>
            <Money amount={amount} />
          </span>
        )}
      </div>
      <p className={classes.problem}>{problem}</p>
      <p className={classes.nextStep}>{nextStep}</p>
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          {[who, about].filter(Boolean).map((part) => (
            <span key={part}>{part}</span>
          ))}
          <span>
            since <time dateTime={since}>{formatDayTime(since)}</time>
          </span>
          <span className={classes.reference}>{[issue, id].filter(Boolean).join(' ')}</span>
        </p>
        {item.can.cover ? (
          <Button variant="default" size="sm" aria-label={`Cover: ${who}, ${about}`} onClick={onCover}>
            Cover
          </Button>
        ) : null}
        {item.can.writeOff ? (
          <Button variant="danger" size="sm" aria-label={`Write off: ${who}, ${about}`} onClick={onWriteOff}>
            Write off
          </Button>
        ) : null}
        {item.can.retry ? (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconSend size={18} aria-hidden />}
            aria-label={`${issue === 'PAID_AFTER_RETURN' ? 'Check again' : 'Retry'}: ${problem}`}
            onClick={onRetry}
          >
            {issue === 'PAID_AFTER_RETURN' ? 'Check again' : 'Retry'}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
