import { Button, Select } from '@mantine/core';
import { IconMailbox } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { t } from '#kernel/text.ts';
import { type WebhookEntry, type WebhookSort, webhookTypes } from '#payments/admin-contract.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import admin from '../admin.module.css';
import { SortHeader } from '../sort-header.tsx';
import classes from './money.module.css';
import { useWebhooks } from './use-money.ts';
import { WebhookModal } from './webhook-modal.tsx';

const everything = 'all';

export function WebhookPanel() {
  const [type, setType] = useState(everything);
  return (
    <div className={classes.stack}>
      <Select
        label={t('Type')}
        maw={420}
        data={[{ value: everything, label: t('All types') }, ...webhookTypes]}
        searchable
        allowDeselect={false}
        value={type}
        onChange={(chosen) => setType(chosen ?? everything)}
      />
      <WebhookList type={type === everything ? null : type} key={type} />
    </div>
  );
}

function WebhookList({ type }: { type: string | null }) {
  const [sort, setSort] = useState<WebhookSort>('newest');
  const notices = useWebhooks(type, sort);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <PagedRows
        of={notices}
        rows={notices.data}
        empty={
          <EmptyState
            icon={<IconMailbox />}
            title={type === null ? t('No webhooks yet') : t('No webhooks of this type yet')}
            text={type === null ? t('Payment, payout and dispute webhooks appear here.') : undefined}
          />
        }
      >
        {(entries) => (
          <div className={admin.frame} data-behind={notices.isPlaceholderData || undefined}>
            <table className={admin.table}>
              <caption>{t('Viewing a webhook is recorded in the audit log.')}</caption>
              <thead>
                <tr>
                  <SortHeader
                    label={t('Webhook')}
                    direction={sort === 'newest' ? 'descending' : 'ascending'}
                    onSort={() => setSort(sort === 'newest' ? 'oldest' : 'newest')}
                  />
                  <th scope="col" className={admin.wide}>
                    {t('Outcome')}
                  </th>
                  <th scope="col">
                    <span className={classes.unseen}>{t('Open', { context: 'a verb' })}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <Row entry={entry} onShow={() => setOpened(entry.id)} key={entry.id} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedRows>
      <WebhookModal id={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function Row({ entry, onShow }: { entry: WebhookEntry; onShow: () => void }) {
  const { type, resource, receivedAt } = entry;
  return (
    <tr>
      <td>
        <span className={classes.noticeType}>{breakable(type)}</span>
        <span className={classes.meta}>
          <time dateTime={receivedAt}>{formatDayTime(receivedAt)}</time>
          {resource === null ? null : <span className={classes.reference}>{resource}</span>}
        </span>
        <span className={admin.small}>{formatOutcome(entry)}</span>
      </td>
      <td className={`${admin.wide} ${classes.reference}`}>{formatOutcome(entry)}</td>
      <td className={admin.amount}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('Show {type} of {time}', { type, time: formatDayTime(receivedAt) })}
          onClick={onShow}
        >
          {t('Show')}
        </Button>
      </td>
    </tr>
  );
}

/** Lets the name wrap after its dots and hyphens. */
function breakable(type: string) {
  return type.split(/(?<=[.-])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function formatOutcome({ handledAt, outcome }: WebhookEntry): string {
  return handledAt === null ? t('not processed yet') : (outcome ?? '');
}
