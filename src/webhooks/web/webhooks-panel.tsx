import { Anchor, Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import classes from '#auth/web/second-factor/second-factor.module.css';
import { t } from '#kernel/text.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { rich } from '#platform/web/rich.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import { listOwnWebhooks, type Webhook } from '../contract.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { NewSecret } from './new-secret.tsx';
import { WebhookDetails } from './webhook-details.tsx';

export function WebhooksPanel({ userType }: { userType: CurrentUser['userType'] }) {
  const { data, error, refetch } = useEndpoint(listOwnWebhooks, undefined, { staleTime: 0 });
  const [shownId, setShownId] = useState<string | null>(null);
  // Shown by the panel: in the dialog of a webhook, Escape would close both, and the secret would be lost.
  const [secret, setSecret] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // The button that opened a dialog may be gone when it closes.
  const restoreFocus = () => restoreLostFocus(place.current);
  const shown = data?.webhooks.find(({ id }) => id === shownId) ?? null;
  return (
    <Panel title={t('Webhooks')}>
      {data ? (
        <div ref={place} tabIndex={-1}>
          <p className={classes.note}>
            {rich('We call your program when something happens: see the <page>API</page>.', {
              page: (
                <Anchor
                  href="/api/docs#webhooks"
                  target="_blank"
                  rel="noreferrer"
                  inherit
                  underline="always"
                />
              ),
            })}
          </p>
          {data.webhooks.length > 0 ? (
            <RowList>
              {data.webhooks.map((webhook) => (
                <WebhookRow webhook={webhook} onShow={() => setShownId(webhook.id)} key={webhook.id} />
              ))}
            </RowList>
          ) : (
            <EmptyState isSmall title={t('No webhooks yet')} />
          )}
          <CreateWebhook userType={userType} onNewSecret={setSecret} />
          <SubjectModal
            subject={shown}
            title={({ url }) => new URL(url).host}
            size="lg"
            onClose={() => setShownId(null)}
            onClosed={restoreFocus}
          >
            {(webhook) => (
              <WebhookDetails
                webhook={webhook}
                userType={userType}
                onNewSecret={(created) => {
                  setShownId(null);
                  setSecret(created);
                }}
                onDeleted={() => setShownId(null)}
              />
            )}
          </SubjectModal>
          <NewSecret secret={secret} onSaved={() => setSecret(null)} onClosed={restoreFocus} />
        </div>
      ) : error ? (
        <ErrorState
          error={error}
          title={t('Your webhooks could not be loaded')}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function WebhookRow({ webhook, onShow }: { webhook: Webhook; onShow: () => void }) {
  const { url, events, createdAt } = webhook;
  return (
    <Row
      picture={
        <span className={classes.icon} aria-hidden>
          <IconWebhook size={22} />
        </span>
      }
      name={
        <>
          {url}
          <WebhookBadge webhook={webhook} />
        </>
      }
      detail={t('{count, plural, one {# event} other {# events}}, created {created}', {
        count: events.length,
        created: formatDay(createdAt),
      })}
    >
      <Button variant="default" size="sm" aria-label={t('Manage {name}', { name: url })} onClick={onShow}>
        {t('Manage')}
      </Button>
    </Row>
  );
}

function WebhookBadge({ webhook: { disabledReason, failingSince } }: { webhook: Webhook }) {
  if (disabledReason === 'owner')
    return <StatusBadge tone="neutral">{t('Off', { context: 'a webhook' })}</StatusBadge>;
  if (disabledReason) return <StatusBadge tone="negative">{t('Turned off')}</StatusBadge>;
  return failingSince ? <StatusBadge tone="waiting">{t('Failing')}</StatusBadge> : null;
}
