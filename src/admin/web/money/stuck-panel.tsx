import { Button } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { msg, t, type Message } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
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
            title={t('No money is stuck')}
            text={t(
              'Payouts, refunds and payments that need action or wait over an hour for the wallet appear here.',
            )}
          />
        }
      >
        {(items) => (
          <ul className={classes.items} aria-label={t('Stuck money, oldest first')}>
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

const kinds: Record<StuckMoney['kind'], Message> = {
  payout: msg('Payout'),
  refund: msg('Refund'),
  order: msg('Incoming payment'),
  chargeback: msg('Dispute'),
  shortfall: msg('Unpaid work'),
  debt: msg('Debt'),
  proof: msg('Weak proof'),
  dispute: msg('Overdue dispute'),
  effect: msg('Task'),
  sweep: msg('Background job'),
  restore: msg('Restored backup'),
};

const states: Readonly<Record<string, Message | undefined>> = {
  submitting: msg('no answer'),
  processing: msg('not finished'),
  held: msg('on hold'),
  refunded: msg('returned'),
  reversed: msg('reversed'),
  capturing: msg('no answer'),
  pending: msg('under review'),
  captured: msg('unused'),
  surplus: msg('being returned'),
  dead: msg('retries stopped'),
  unknown: msg('no answer'),
  open: msg('open'),
  owed: msg('owed'),
  failed: msg('failed'),
  returned: msg('returned'),
  blocked: msg('blocked'),
  cancelled: msg('cancelled'),
  unclaimed: msg('unclaimed'),
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
  const stateLabel = states[state];
  const retryLabel = issue === 'PAID_AFTER_RETURN' ? t('Check again') : t('Retry');
  const names = { who: who ?? '', about: about ?? '' };
  return (
    <li className={classes.item}>
      <div className={classes.itemTop}>
        <StatusBadge tone={ended.has(state) ? 'negative' : 'waiting'}>
          {t(kinds[kind])}: {stateLabel ? t(stateLabel) : state}
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
            {rich(
              'since <time>{at}</time>',
              { time: <time dateTime={since} /> },
              { at: formatDayTime(since) },
            )}
          </span>
          <span className={classes.reference}>{[issue, id].filter(Boolean).join(' ')}</span>
        </p>
        {item.can.cover ? (
          <Button
            variant="default"
            size="sm"
            aria-label={t('Cover: {who}, {about}', names)}
            onClick={onCover}
          >
            {t('Cover')}
          </Button>
        ) : null}
        {item.can.writeOff ? (
          <Button
            variant="danger"
            size="sm"
            aria-label={t('Write off: {who}, {about}', names)}
            onClick={onWriteOff}
          >
            {t('Write off')}
          </Button>
        ) : null}
        {item.can.retry ? (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconSend size={18} aria-hidden />}
            aria-label={`${retryLabel}: ${problem}`}
            onClick={onRetry}
          >
            {retryLabel}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
