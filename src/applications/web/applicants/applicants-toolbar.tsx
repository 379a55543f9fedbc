import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { t } from '#kernel/text.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { applicantOrders, applicantViews } from './applicant-labels.ts';
import classes from './applicants.module.css';

export function useApplicantFilters() {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Partial<Record<'show' | 'sort' | 'name', string>>) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        for (const [key, value] of Object.entries(changes)) {
          if (value === '' || defaults[key] === value) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    view: applicantViews.find(({ name }) => name === search.get('show')) ?? applicantViews[0],
    order: applicantOrders.find(({ name }) => name === search.get('sort')) ?? applicantOrders[0],
    name: (search.get('name') ?? '').slice(0, 100),
    change,
  };
}

const defaults: Readonly<Record<string, string>> = {
  show: applicantViews[0].name,
  sort: applicantOrders[0].name,
};

export function ApplicantsToolbar({ order, name, change }: ReturnType<typeof useApplicantFilters>) {
  return (
    <div className={classes.toolbar}>
      <SearchField
        aria-label={t('Search by name')}
        placeholder={t('Search by name')}
        maxLength={100}
        value={name}
        onSearch={(text) => change({ name: text })}
      />
      <Select
        aria-label={t('Sort applicants')}
        data={applicantOrders.map(({ name: value, label }) => ({ value, label: t(label) }))}
        value={order.name}
        allowDeselect={false}
        onChange={(value) => change({ sort: value ?? '' })}
      />
    </div>
  );
}
