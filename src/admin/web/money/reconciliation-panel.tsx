import { Button, Select } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { msg, t, type Message } from '#kernel/text.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import {
  listReconciliations,
  type Reconciliation,
  type ReconciliationSort,
} from '#payments/admin-contract.ts';
import { useClock } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import admin from '../admin.module.css';
import { SortHeader } from '../sort-header.tsx';
import classes from './money.module.css';
import { ReconciliationResult } from './reconciliation-result.tsx';
import { useRunReconciliation } from './use-money.ts';

export function ReconciliationPanel() {
  const { data: newest, error, refetch } = useRuns('newest');
  const [chosen, setChosen] = useState<Reconciliation | null>(null);
  if (!newest) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const shown = newest.find(({ id }) => id === chosen?.id) ?? chosen ?? newest[0];
  return (
    <div className={classes.stack}>
      <RunForm onDone={() => setChosen(null)} />
      {shown ? (
        <>
          <ReconciliationResult run={shown} isNewest={shown.id === newest[0]?.id} />
          <Runs shownId={shown.id} onShow={setChosen} />
        </>
      ) : (
        <EmptyState
          icon={<IconScale />}
          title={t('No reconciliation yet')}
          text={t('Runs daily after the first payment.')}
        />
      )}
    </div>
  );
}

function useRuns(sort: ReconciliationSort) {
  return useEndpoint(
    listReconciliations,
    { query: { sort } },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  );
}

const spans = [
  { value: '7', label: msg('The last 7 days') },
  { value: '30', label: msg('The last 30 days') },
];

function RunForm({ onDone }: { onDone: () => void }) {
  const clock = useClock();
  const run = useRunReconciliation();
  const [days, setDays] = useState('7');
  const compare = () => {
    const from = addMilliseconds(clock.now(), -Number(days) * DAY).toISOString();
    run.mutate({ body: { from } }, { onSuccess: onDone });
  };
  return (
    <div className={classes.runForm}>
      <Select
        label={t('Compare')}
        data={spans.map(({ value, label }) => ({ value, label: t(label) }))}
        allowDeselect={false}
        value={days}
        onChange={(chosen) => setDays(chosen ?? '7')}
      />
      <Button loading={run.isPending} onClick={compare}>
        {t('Run now')}
      </Button>
    </div>
  );
}

interface RunsProps {
  shownId: string;
  onShow: (run: Reconciliation) => void;
}

const FEW = 5;

const captions: Readonly<Record<ReconciliationSort, Message>> = {
  newest: msg('Latest comparisons'),
  oldest: msg('Earliest comparisons'),
  differences: msg('Comparisons with the most differences'),
};

function Runs({ shownId, onShow }: RunsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [sort, setSort] = useState<ReconciliationSort>('newest');
  const { data: runs, error, refetch, isPlaceholderData } = useRuns(sort);
  if (!runs) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const listed = isWhole ? runs : runs.slice(0, FEW);
  return (
    <div className={admin.frame} data-behind={isPlaceholderData || undefined}>
      <table className={`${admin.table} ${classes.runs}`}>
        <caption>
          {t(captions[sort])}{' '}
          {listed.length < runs.length ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
              {t('Show all {count}', { count: runs.length })}
            </Button>
          ) : null}
        </caption>
        <thead>
          <tr>
            <SortHeader
              label={t('When')}
              direction={sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : null}
              onSort={() => setSort(sort === 'newest' ? 'oldest' : 'newest')}
            />
            <SortHeader
              label={t('Result')}
              direction={sort === 'differences' ? 'descending' : null}
              onSort={() => setSort(sort === 'differences' ? 'newest' : 'differences')}
            />
            <th scope="col">
              <span className={classes.unseen}>{t('Open', { context: 'a verb' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map((run) => (
            <tr key={run.id}>
              <td>{formatDayTime(run.startedAt)}</td>
              <td>
                <StatusBadge tone={formatResult(run).tone}>{formatResult(run).text}</StatusBadge>
              </td>
              <td className={admin.amount}>
                {run.id === shownId ? (
                  <span className={classes.shown}>{t('shown')}</span>
                ) : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t('Show the comparison of {time}', { time: formatDayTime(run.startedAt) })}
                    onClick={() => onShow(run)}
                  >
                    {t('Show')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatResult({ finishedAt, problem, differences }: Reconciliation): {
  tone: StatusTone;
  text: string;
} {
  if (differences.length > 0) {
    return {
      tone: 'negative',
      text: t('{count, plural, one {# difference} other {# differences}}', { count: differences.length }),
    };
  }
  if (problem !== null) return { tone: 'waiting', text: t('Incomplete') };
  return finishedAt === null
    ? { tone: 'neutral', text: t('No result') }
    : { tone: 'positive', text: t('Match') };
}
