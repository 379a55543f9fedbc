import { useSearchParams } from 'react-router';
import { DAY } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { readTimeZone } from '#platform/web/time-zone.ts';
import { checkTypedDays, type PeriodName, periodOptions, toDays } from './history-period.ts';

export interface HistoryChoice {
  period: PeriodName;
  /** As typed. Empty if missing. */
  from: string;
  to: string;
  campaign: string;
}

const names = ['period', 'from', 'to', 'campaign'] as const;

export function useHistoryFilter() {
  const [search, setSearch] = useSearchParams();
  const now = useNow(DAY);
  const choice: HistoryChoice = {
    period: periodOptions.find(({ value }) => value === search.get('period'))?.value ?? 'all',
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
    campaign: search.get('campaign') ?? '',
  };
  const choose = (changes: Partial<HistoryChoice>) => {
    const next = { ...choice, ...changes };
    if (next.period !== 'custom') Object.assign(next, { from: '', to: '' });
    const kept = names.filter((name) => next[name] !== '' && !(name === 'period' && next[name] === 'all'));
    setSearch(Object.fromEntries(kept.map((name) => [name, next[name]])), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const errors = choice.period === 'custom' ? checkTypedDays(choice) : { from: null, to: null };
  const typed = {
    ...(choice.from === '' ? {} : { from: choice.from }),
    ...(choice.to === '' ? {} : { to: choice.to }),
  };
  const query = {
    timeZone: readTimeZone(),
    ...toDays(choice.period, typed, now),
    ...(choice.campaign === '' ? {} : { campaignId: choice.campaign }),
  };
  return { choice, choose, errors, isValid: errors.from === null && errors.to === null, query };
}

export type HistoryFilter = ReturnType<typeof useHistoryFilter>;
