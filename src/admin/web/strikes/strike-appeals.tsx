import { Button } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Strike, StrikeState } from '#applications/strike-contract.ts';
import { strikeKindLabels } from '#applications/web/own/strike-labels.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { formatDay, formatDayTime } from '#platform/web/ui/format-time.ts';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import classes from '../money/money.module.css';
import { nameView, useViewSwitch, type Views } from '../view-switch.tsx';
import own from './strike-appeals.module.css';
import { type ChosenDecision, StrikeDecisionModal } from './strike-decision-modal.tsx';
import { useStrikes } from './use-strikes.ts';

const views = [
  { value: 'appealed', label: msg('Appeals') },
  { value: 'standing', label: msg('Not appealed') },
  { value: 'upheld', label: msg('Upheld', { context: 'strikes' }) },
  { value: 'lifted', label: msg('Lifted', { context: 'strikes' }) },
] as const satisfies Views<StrikeState>;

const emptyTitles: Readonly<Record<StrikeState, Message>> = {
  appealed: msg('No appeals to review'),
  standing: msg('No strikes without an appeal'),
  upheld: msg('No upheld strikes'),
  lifted: msg('No lifted strikes'),
};

/** Appeals: longest waiting first. `?strikes=` selects the state. */
export function StrikeAppeals() {
  const { view, viewSwitch } = useViewSwitch({ label: t('Strikes'), name: 'strikes', views });
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
    <section ref={place} tabIndex={-1} aria-label={nameView(views, view)}>
      <PagedRows
        of={pages}
        rows={pages.data}
        empty={
          <EmptyState
            icon={<IconGavel />}
            title={t(emptyTitles[view])}
            text={view === 'appealed' ? t('Marketers can appeal a strike within five days.') : undefined}
          />
        }
      >
        {(strikes) => (
          <ul className={classes.items} aria-label={t('Strikes')}>
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
        <b>{marketerName || t('Deleted user')}</b>
        <StatusBadge tone={kind === 'no-show' ? 'negative' : 'waiting'}>
          {t(strikeKindLabels[kind])}
        </StatusBadge>
      </div>
      <p className={classes.nextStep}>
        {campaignTitle}, <time dateTime={at}>{formatDayTime(at)}</time>
      </p>
      {appealText ? <p className={own.appeal}>“{appealText}”</p> : null}
      {decisionReason ? (
        <p className={classes.nextStep}>{t('Decision: “{reason}”', { reason: decisionReason })}</p>
      ) : null}
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          {appealedAt ? (
            <span>
              {rich(
                'appealed <time>{at}</time>',
                { time: <time dateTime={appealedAt} /> },
                { at: formatDayTime(appealedAt) },
              )}
            </span>
          ) : null}
          {decidedAt ? (
            <span>
              {rich(
                'decided <time>{at}</time>',
                { time: <time dateTime={decidedAt} /> },
                { at: formatDayTime(decidedAt) },
              )}
            </span>
          ) : null}
          <span>
            {isCounted ? t('counts until {time}', { time: formatDay(expiresAt) }) : t('doesn’t count')}
          </span>
        </p>
        {can.decide ? (
          <div className={own.acts}>
            <Button
              size="sm"
              variant="danger"
              aria-label={t('Uphold the strike of {marketerName}', { marketerName })}
              onClick={() => onDecide('upheld')}
            >
              {t('Uphold')}
            </Button>
            <Button
              size="sm"
              aria-label={t('Lift the strike of {marketerName}', { marketerName })}
              onClick={() => onDecide('lifted')}
            >
              {t('Lift')}
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  );
}
