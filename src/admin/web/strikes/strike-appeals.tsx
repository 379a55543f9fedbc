import { Button } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Strike, StrikeState } from '#applications/strike-contract.ts';
import { strikeKindLabels } from '#applications/web/own/strike-labels.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { formatDay, formatDayTime } from '#platform/web/ui/format-time.ts';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import classes from '../money/money.module.css';
import { useViewSwitch, type Views } from '../view-switch.tsx';
import own from './strike-appeals.module.css';
import { type ChosenDecision, StrikeDecisionModal } from './strike-decision-modal.tsx';
import { useStrikes } from './use-strikes.ts';

const views = [
  { value: 'appealed', label: 'Appeals' },
  { value: 'standing', label: 'Not appealed' },
  { value: 'upheld', label: 'Upheld' },
  { value: 'lifted', label: 'Lifted' },
] as const satisfies Views<StrikeState>;

const emptyTitles: Readonly<Record<StrikeState, string>> = {
  appealed: 'No appeals to review',
  standing: 'No strikes without an appeal',
  upheld: 'No upheld strikes',
  lifted: 'No lifted strikes',
};

/** Strikes by state; appeals are sorted by longest waiting first. `?strikes=` selects the state. */
export function StrikeAppeals() {
  const { view, viewSwitch } = useViewSwitch({ label: 'Strikes', name: 'strikes', views });
  return (
    <div className={classes.stack}>
      {viewSwitch}
      <Strikes view={view} key={view} />
    </div>
  );
}

function Strikes({ view }: { view: StrikeState }) {
  const pages = useStrikes(view);
  const [chosen, setChosen] = useState<ChosenDecision | null>(null);
  const place = useRef<HTMLElement>(null);
  return (
    <section ref={place} tabIndex={-1} aria-label={views.find(({ value }) => value === view)?.label}>
      <PagedRows
        of={pages}
        rows={pages.data}
        empty={
          <EmptyState
            icon={<IconGavel />}
            title={emptyTitles[view]}
            text={view === 'appealed' ? 'Marketers can appeal a strike within five days.' : undefined}
          />
        }
      >
        {(strikes) => (
          <ul className={classes.items} aria-label="Strikes">
            {strikes.map((strike) => (
              <StrikeItem
                strike={strike}
                onDecide={(status) => setChosen({ strike, status })}
                key={strike.id}
              />
            ))}
          </ul>
        )}
      </PagedRows>
      <StrikeDecisionModal
        chosen={chosen}
        onClose={() => setChosen(null)}
        // The button that opened the dialog disappears with the decided strike.
        onClosed={() => restoreLostFocus(place.current)}
      />
    </section>
  );
}

interface StrikeItemProps {
  strike: Strike;
  onDecide: (status: ChosenDecision['status']) => void;
}

function StrikeItem({ strike, onDecide }: StrikeItemProps) {
  const { kind, marketerName, campaignTitle, at, expiresAt, isCounted, appealedAt, can } = strike;
  const { appealText, decisionReason, decidedAt } = strike;
  return (
    <li className={classes.item}>
      <div className={classes.itemTop}>
        <b>{marketerName || 'Deleted user'}</b>
        <StatusBadge tone={kind === 'no-show' ? 'negative' : 'waiting'}>{strikeKindLabels[kind]}</StatusBadge>
      </div>
      <p className={classes.nextStep}>
        {campaignTitle}, <time dateTime={at}>{formatDayTime(at)}</time>
      </p>
      {appealText ? <p className={own.appeal}>“{appealText}”</p> : null}
      {decisionReason ? <p className={classes.nextStep}>Decision: “{decisionReason}”</p> : null}
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          {appealedAt ? (
            <span>
              appealed <time dateTime={appealedAt}>{formatDayTime(appealedAt)}</time>
            </span>
          ) : null}
          {decidedAt ? (
            <span>
              decided <time dateTime={decidedAt}>{formatDayTime(decidedAt)}</time>
            </span>
          ) : null}
          <span>{isCounted ? `counts until ${formatDay(expiresAt)}` : 'doesn’t count'}</span>
        </p>
        {can.decide ? (
          <div className={own.acts}>
            <Button
              size="sm"
              variant="danger"
              aria-label={`Uphold the strike of ${marketerName}`}
              onClick={() => onDecide('upheld')}
            >
              Uphold
            </Button>
            <Button
              size="sm"
              aria-label={`Lift the strike of ${marketerName}`}
              onClick={() => onDecide('lifted')}
            >
              Lift
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  );
}
