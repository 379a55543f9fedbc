import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { msg, t } from '#kernel/text.ts';
import { InvoicesPanel } from './invoices-panel.tsx';
import { LedgerPanel } from './ledger-panel.tsx';
import row from '#platform/web/ui/layout/scrolling-row.module.css';
import { useActiveTabInView } from '#platform/web/ui/use-active-tab-in-view.ts';
import classes from './money.module.css';
import { ReconciliationPanel } from './reconciliation-panel.tsx';
import { StuckPanel } from './stuck-panel.tsx';
import { WebhookPanel } from './webhook-panel.tsx';

const views = [
  { value: 'stuck', label: msg('Stuck') },
  { value: 'reconciliation', label: msg('Reconciliation') },
  { value: 'ledger', label: msg('Ledger') },
  { value: 'invoices', label: msg('Invoices') },
  { value: 'webhooks', label: msg('Webhooks') },
] as const;
type View = (typeof views)[number]['value'];

export function MoneyPanel() {
  const [search, setSearch] = useSearchParams();
  // Old links name the ledger as a tab.
  const asked = search.get('tab') === 'ledger' ? 'ledger' : search.get('view');
  const view = views.find(({ value }) => value === asked)?.value ?? 'stuck';
  const list = useActiveTabInView(view);
  return (
    <div className={classes.stack}>
      <div className={row.row} ref={list}>
        <SegmentedControl
          aria-label={t('Money')}
          radius="xl"
          data={views.map(({ value, label }) => ({ value, label: t(label) }))}
          value={view}
          onChange={(next) =>
            setSearch({ tab: 'money', view: next }, { replace: true, preventScrollReset: true })
          }
        />
      </div>
      <Part view={view} />
    </div>
  );
}

function Part({ view }: { view: View }) {
  switch (view) {
    case 'stuck':
      return <StuckPanel />;
    case 'reconciliation':
      return <ReconciliationPanel />;
    case 'ledger':
      return <LedgerPanel />;
    case 'invoices':
      return <InvoicesPanel />;
    case 'webhooks':
      return <WebhookPanel />;
  }
}
