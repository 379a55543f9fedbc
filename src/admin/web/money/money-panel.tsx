import { msg, t } from '#kernel/text.ts';
import { InvoicesPanel } from './invoices-panel.tsx';
import { LedgerPanel } from './ledger-panel.tsx';
import classes from './money.module.css';
import { ReconciliationPanel } from './reconciliation-panel.tsx';
import { useViewSwitch } from '../view-switch.tsx';
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
  const { view, viewSwitch } = useViewSwitch({ label: t('Money'), name: 'view', views });
  return (
    <div className={classes.stack}>
      {viewSwitch}
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
