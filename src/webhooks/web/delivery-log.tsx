import { Button, Group, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '#kernel/text.ts';
import { usePages } from '#platform/web/paging.ts';
import { invalidateEndpoints, useCallMutation } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import {
  type DeliveryState,
  listOwnWebhooks,
  listWebhookDeliveries,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '../contract.ts';
import { problemLabels, stateLabels } from './webhook-labels.ts';

const tones: Readonly<Record<DeliveryState, StatusTone>> = {
  waiting: 'waiting',
  delivered: 'positive',
  failed: 'negative',
};

export function DeliveryLog({ webhook: { id, disabledReason } }: { webhook: Webhook }) {
  const client = useQueryClient();
  const pages = usePages(listWebhookDeliveries, { params: { id }, query: { limit: 10 } });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3}>{t('Deliveries')}</Title>
        <Button
          variant="default"
          size="sm"
          loading={pages.isRefetching}
          // Failed deliveries may have turned the webhook off.
          onClick={() => void invalidateEndpoints(client, [listOwnWebhooks, listWebhookDeliveries])}
        >
          {t('Refresh')}
        </Button>
      </Group>
      <PagedRows
        of={pages}
        rows={pages.data}
        empty={<EmptyState isSmall title={t('No deliveries in the last 30 days')} />}
      >
        {(rows) => (
          <RowList label={t('Deliveries')}>
            {rows.map((delivery) => (
              <DeliveryRow delivery={delivery} isOff={disabledReason !== null} key={delivery.id} />
            ))}
          </RowList>
        )}
      </PagedRows>
    </Stack>
  );
}

function DeliveryRow({ delivery, isOff }: { delivery: WebhookDelivery; isOff: boolean }) {
  const { id, type, state, createdAt } = delivery;
  const replay = useCallMutation(replayWebhookDelivery, {
    invalidates: [listWebhookDeliveries],
    onSuccess: () =>
      showToast({ title: type, message: t('It’s on its way. Refresh the log to see it.'), tone: 'success' }),
    onError: (error) => showErrorToast(error),
  });
  const time = formatDayTime(createdAt);
  return (
    <Row
      name={
        <>
          {type}
          <StatusBadge tone={tones[state]}>{t(stateLabels[state])}</StatusBadge>
        </>
      }
      detail={[time, ...describeLastCall(delivery)].join(' · ')}
    >
      <Button
        variant="default"
        size="sm"
        aria-label={t('Replay {type} of {time}', { type, time })}
        disabled={isOff}
        loading={replay.isPending}
        onClick={() => replay.mutate({ params: { id } })}
      >
        {t('Replay')}
      </Button>
    </Row>
  );
}

function describeLastCall({ lastStatus, lastMs, problem, failures, nextAt }: WebhookDelivery): string[] {
  return [
    lastStatus === null ? null : t('Status {status}', { status: String(lastStatus) }),
    lastMs === null ? null : t('{count} ms', { count: lastMs }),
    problem === null || (problem === 'status' && lastStatus !== null) ? null : t(problemLabels[problem]),
    failures === 0
      ? null
      : t('{count, plural, one {# failed call} other {# failed calls}}', { count: failures }),
    nextAt === null || failures === 0 ? null : t('next call {time}', { time: formatDayTime(nextAt) }),
  ].filter((part) => part !== null);
}
