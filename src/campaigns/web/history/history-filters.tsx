import { Select, TextInput } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { useOwnCampaigns } from '../use-own-campaigns.ts';
import { periodOptions } from './history-period.ts';
import classes from './payment-history.module.css';
import type { HistoryFilter } from './use-history-filter.ts';

export function HistoryFilters({ filter: { choice, choose, errors } }: { filter: HistoryFilter }) {
  const campaigns = useOwnCampaigns();
  const known = (campaigns.data ?? []).map(({ id, title }) => ({ value: id, label: title }));
  // The address may name a campaign before the list is here.
  const isKnown = choice.campaign === '' || known.some(({ value }) => value === choice.campaign);
  const options = [
    { value: '', label: t('All campaigns') },
    ...known,
    ...(isKnown ? [] : [{ value: choice.campaign, label: t('Selected campaign') }]),
  ];
  return (
    <form
      className={classes.filters}
      aria-label={t('Filter the payment history')}
      onSubmit={(event) => event.preventDefault()}
    >
      <Select
        label={t('Period')}
        data={periodOptions.map(({ value, label }) => ({ value, label: t(label) }))}
        allowDeselect={false}
        value={choice.period}
        onChange={(period) => choose({ period: period ?? 'all' })}
      />
      {choice.period === 'custom' ? (
        <>
          <TextInput
            type="date"
            label={t('From')}
            value={choice.from}
            error={errors.from}
            onChange={(event) => choose({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('To')}
            value={choice.to}
            error={errors.to}
            onChange={(event) => choose({ to: event.currentTarget.value })}
          />
        </>
      ) : null}
      <Select
        label={t('Campaign')}
        data={options}
        searchable
        allowDeselect={false}
        value={choice.campaign}
        onChange={(campaign) => choose({ campaign: campaign ?? '' })}
      />
    </form>
  );
}
