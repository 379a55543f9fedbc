import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useNow } from '#platform/web/clock.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { rich } from '#platform/web/rich.ts';
import { formatAgo, formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { type AccessToken, listAccessTokens, revokeAccessToken } from '../../access-token-contract.ts';
import classes from '../second-factor/second-factor.module.css';
import { CreateAccessToken } from './create-access-token.tsx';
import { scopeLabels } from './scope-labels.ts';

export function AccessTokensPanel() {
  const { data, error, refetch } = useEndpoint(listAccessTokens, undefined, { staleTime: 0 });
  return (
    <Panel title={t('Access tokens')}>
      {data ? (
        <>
          <p className={classes.note}>
            {rich('Let your own programs use your account through the <page>API</page>.', {
              page: <Anchor href="/api/docs" target="_blank" rel="noreferrer" inherit underline="always" />,
            })}
          </p>
          {data.tokens.length > 0 ? (
            <RowList>
              {data.tokens.map((token) => (
                <TokenRow token={token} key={token.id} />
              ))}
            </RowList>
          ) : null}
          <CreateAccessToken />
        </>
      ) : error ? (
        <ErrorState
          error={error}
          title={t('Your access tokens could not be loaded')}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

const EVERY_MINUTE = 60_000;

function TokenRow({ token }: { token: AccessToken }) {
  const now = useNow(EVERY_MINUTE);
  const [isAsked, setIsAsked] = useState(false);
  const revoke = useCallMutation(revokeAccessToken, {
    invalidates: [listAccessTokens],
    onSuccess: ({ message }) => showToast({ title: token.name, message, tone: 'success' }),
    onError: (error) => {
      setIsAsked(false);
      showErrorToast(error);
    },
  });
  const isExpired = Date.parse(token.expiresAt) <= now.getTime();
  const remove = () => revoke.mutate({ params: { id: token.id } });
  const days = { created: formatDay(token.createdAt), expires: formatDay(token.expiresAt) };
  const close = () => setIsAsked(false);
  return (
    <Row
      picture={
        <span className={classes.icon} aria-hidden>
          <IconKey size={22} />
        </span>
      }
      name={
        <>
          {token.name}
          {isExpired ? (
            <StatusBadge tone="neutral">{t('Expired', { context: 'an access token' })}</StatusBadge>
          ) : null}
        </>
      }
      detail={
        <>
          {token.scopes.map((scope) => t(scopeLabels[scope])).join(', ')}
          <br />
          {token.lastUsedAt
            ? t('Created {created}, valid until {expires}, last used {ago}', {
                ...days,
                ago: formatAgo(token.lastUsedAt, now),
              })
            : t('Created {created}, valid until {expires}, not used yet', days)}
        </>
      }
    >
      {isExpired ? (
        <Button
          variant="default"
          size="sm"
          aria-label={t('Remove {name}', { name: token.name })}
          loading={revoke.isPending}
          onClick={remove}
        >
          {t('Remove')}
        </Button>
      ) : (
        <Button
          variant="danger"
          size="sm"
          aria-label={t('Revoke {name}', { name: token.name })}
          onClick={() => setIsAsked(true)}
        >
          {t('Revoke')}
        </Button>
      )}
      <Modal
        opened={isAsked}
        onClose={close}
        title={t('Revoke {name}', { name: token.name })}
        closeButtonProps={{ 'aria-label': t('Cancel') }}
      >
        <Stack gap="md">
          <Text>{t('Programs that use this token stop working immediately.')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button variant="danger" loading={revoke.isPending} onClick={remove}>
              {t('Revoke')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Row>
  );
}
