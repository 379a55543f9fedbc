import { Button, Select, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { downloadInvoices } from '#payments/invoice-contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { HOUR } from '#kernel/time.ts';
import classes from './money.module.css';

export function InvoicesPanel() {
  const quarters = listQuarters(useNow(HOUR));
  const [chosen, setChosen] = useState<string | null>(null);
  const [latest] = quarters;
  const quarter = quarters.find(({ value }) => value === chosen) ?? latest;
  const query = new URLSearchParams({ timeZone: 'UTC', from: quarter.from, to: quarter.to });
  return (
    <div className={classes.stack}>
      <Text c="dimmed">{t('All invoices and credit notes that were issued in a quarter (UTC).')}</Text>
      <Select
        label={t('Quarter')}
        w={200}
        allowDeselect={false}
        data={quarters.map(({ value, label }) => ({ value, label }))}
        value={quarter.value}
        onChange={setChosen}
      />
      <div>
        <Button
          component="a"
          href={`${downloadInvoices.path}?${query}`}
          download
          variant="default"
          size="sm"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('Download CSV')}
        </Button>
      </div>
    </div>
  );
}

interface Quarter {
  /** '2026-4'. */
  value: string;
  /** 'Q4 2026'. */
  label: string;
  /** YYYY-MM-DD. */
  from: string;
  to: string;
}

function listQuarters(now: Date): [Quarter, ...Quarter[]] {
  const latest = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  return [toQuarter(latest), ...Array.from({ length: 11 }, (_, index) => toQuarter(latest - 1 - index))];
}

/** `count` is in quarters since the year 0. */
function toQuarter(count: number): Quarter {
  const [year, index] = [Math.floor(count / 4), count % 4];
  const toDay = (month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  const quarter = index + 1;
  return {
    value: `${year}-${quarter}`,
    label: t('Q{quarter} {year}', { quarter, year }),
    from: toDay(index * 3, 1),
    to: toDay(index * 3 + 3, 0),
  };
}
