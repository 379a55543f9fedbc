import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { usePages } from '#platform/web/paging.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { BillingModal } from '#profiles/web/billing/billing-modal.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import {
  downloadPaymentHistory,
  getPaymentTotals,
  listPaymentHistory,
} from '../../payment-history-contract.ts';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryLines } from './history-lines.tsx';
import { HistoryTotals } from './history-totals.tsx';
import classes from './payment-history.module.css';
import { type HistoryFilter, useHistoryFilter } from './use-history-filter.ts';
import { type Invoices, useInvoices } from './use-invoices.ts';

export const handle: PageHandle = { roles: ['advertiser'], appearsAtOnce: true };
export const meta = pageMeta(msg('Payment history'));

const PAGE_ROWS = 30;

export default function PaymentHistoryPage() {
  const filter = useHistoryFilter();
  const totals = useEndpoint(
    getPaymentTotals,
    { query: filter.query },
    { refetchOnMount: 'always', placeholderData: keepPreviousData, enabled: filter.isValid },
  );
  const invoices = useInvoices();
  const { opened, onClose, onSaved } = invoices.details;
  return (
    <>
      <PageHeader
        title={t('Payment history')}
        back={{ to: '/advertiser', label: t('Back to Dashboard') }}
        actions={
          totals.data?.canIssueInvoices ? (
            <Button variant="default" onClick={invoices.details.open}>
              {t('Invoice details')}
            </Button>
          ) : null
        }
      />
      <HistoryFilters filter={filter} />
      {filter.isValid ? (
        <History filter={filter} totals={totals} invoices={invoices} />
      ) : (
        <EmptyState title={t('No payments shown')} text={t('Enter valid dates to see payments.')} />
      )}
      <BillingModal opened={opened} onClose={onClose} onSaved={onSaved} />
    </>
  );
}

interface HistoryProps {
  filter: HistoryFilter;
  totals: UseQueryResult<ResponseOf<typeof getPaymentTotals>>;
  invoices: Invoices;
}

function History({ filter: { choice, choose, query }, totals, invoices }: HistoryProps) {
  const pages = usePages(listPaymentHistory, { query: { ...query, limit: PAGE_ROWS } }, { keepsLast: true });
  const isFiltered = choice.period !== 'all' || choice.campaign !== '';
  const hasLines = (pages.data ?? []).length > 0;
  return (
    <div className={classes.layout}>
      <Panel title={t('Totals of the period')}>
        {totals.data && !totals.isPlaceholderData ? (
          <HistoryTotals totals={totals.data} timeZone={query.timeZone} />
        ) : totals.isError ? (
          <ErrorState error={totals.error} onRetry={() => void totals.refetch()} />
        ) : (
          <LoadingState text={t('Loading totals...')} />
        )}
      </Panel>
      <Panel
        title={t('Payments')}
        aside={
          hasLines ? (
            <Button
              component="a"
              href={`${downloadPaymentHistory.path}?${new URLSearchParams(query)}`}
              download
              variant="default"
              size="sm"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t('Download CSV')}
            </Button>
          ) : null
        }
      >
        <PagedRows
          of={pages}
          rows={pages.data}
          loadingText={t('Loading payments...')}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('No payments in this period')}
                text={t('Choose another period or campaign.')}
                action={
                  <Button variant="default" onClick={() => choose({ period: 'all', campaign: '' })}>
                    {t('Show all payments')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                drawing="wallet"
                title={t('No payments yet')}
                text={t(
                  'What you pay, what marketers get, and refunds appear here once you fund a campaign.',
                )}
                action={
                  <Button component={Link} to="/create-campaign" variant="default">
                    {t('Create a campaign')}
                  </Button>
                }
              />
            )
          }
        >
          {(lines) => <HistoryLines lines={lines} invoices={invoices} />}
        </PagedRows>
      </Panel>
    </div>
  );
}
