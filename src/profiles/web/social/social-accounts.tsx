import { Anchor, Button, CopyButton, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect, useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { lazyDialog } from '#platform/web/ui/layout/lazy-dialog.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import {
  disconnectSocialAccount,
  listSocialAccounts,
  type SocialAccount,
  submitSocialAccount,
} from '../../social-contract.ts';
import { type SocialPlatform, socialPlatformNames } from '../../social-handle-contract.ts';
import type { AskedAccount } from './social-account-modal.tsx';
import classes from './social-accounts.module.css';
import { formatSocialDetail, formatSocialStatus } from './social-account-labels.ts';

const SocialAccountModal = lazyDialog(
  async () => (await import('./social-account-modal.tsx')).SocialAccountModal,
  { isOpen: ({ asked }) => asked !== null, close: ({ onClose }) => onClose() },
);

const platforms: readonly SocialPlatform[] = ['instagram', 'tiktok', 'twitter', 'youtube', 'facebook'];

export function SocialAccounts() {
  const { data, error, refetch } = useEndpoint(listSocialAccounts, undefined, { refetchOnMount: 'always' });
  const [asked, setAsked] = useState<AskedAccount | null>(null);
  const list = useRef<HTMLUListElement>(null);
  return (
    <Panel title={t('Social Media Accounts')}>
      <p className={classes.intro}>
        {t('Social campaigns require confirmed followers. A confirmation lasts 90 days.')}
      </p>
      {data ? (
        <ul className={classes.list} ref={list}>
          {platforms.map((platform) => {
            const account = data.find((one) => one.platform === platform);
            return (
              <PlatformRow
                key={platform}
                platform={platform}
                account={account}
                onAsk={() => setAsked({ platform, account })}
              />
            );
          })}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
      <SocialAccountModal
        asked={asked}
        onClose={() => setAsked(null)}
        // The button that opened the dialog may have been replaced, so focus the row.
        onClosed={({ platform }) =>
          restoreLostFocus(list.current?.querySelector<HTMLElement>(`[data-platform=${platform}]`))
        }
      />
    </Panel>
  );
}

interface PlatformRowProps {
  platform: SocialPlatform;
  account: SocialAccount | undefined;
  onAsk: () => void;
}

function PlatformRow({ platform, account, onAsk }: PlatformRowProps) {
  const name = socialPlatformNames[platform];
  const row = useRef<HTMLLIElement>(null);
  const hasActed = useRef(false);
  const status = account?.status;
  useEffect(() => {
    if (hasActed.current) restoreLostFocus(row.current);
    hasActed.current = false;
  }, [status]);
  const item = {
    ref: row,
    className: classes.account,
    'data-platform': platform,
    'aria-label': name,
    tabIndex: -1,
    onClick: () => {
      hasActed.current = true;
    },
  };
  if (!account) {
    return (
      <li {...item}>
        <div className={classes.top}>
          <p className={classes.name}>{name}</p>
          <Button variant="default" size="sm" aria-label={t('Connect {name}', { name })} onClick={onAsk}>
            {t('Connect')}
          </Button>
        </div>
      </li>
    );
  }
  const { label, tone } = formatSocialStatus(account);
  return (
    <li {...item}>
      <div className={classes.top}>
        <div className={classes.words}>
          <p className={classes.name}>
            {name}{' '}
            <Anchor href={account.url} target="_blank" rel="noreferrer" inherit underline="always">
              @{account.handle}
            </Anchor>
          </p>
          <p className={classes.detail}>{formatSocialDetail(account)}</p>
        </div>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <NextStep account={account} />
      <div className={classes.acts}>
        {account.status === 'pending' ? null : (
          <Button
            variant={account.can.renew ? 'filled' : 'default'}
            size="sm"
            aria-label={t(account.can.renew ? 'Confirm again {name}' : 'Change {name}', { name })}
            onClick={onAsk}
          >
            {formatChangeAction(account)}
          </Button>
        )}
        <DisconnectButton account={account} />
      </div>
    </li>
  );
}

const formatChangeAction = ({ can }: SocialAccount) => (can.renew ? t('Confirm again') : t('Change'));

function NextStep({ account }: { account: SocialAccount }) {
  const { id, status, code, platform, rejectionReason } = account;
  const name = socialPlatformNames[platform];
  const submit = useCallMutation(submitSocialAccount, {
    invalidates: [listSocialAccounts],
    onSuccess: () =>
      showToast({
        title: t('Sent for review'),
        message: t('We’ll check your {name} profile and notify you.', { name }),
      }),
  });
  if (status === 'pending') {
    return (
      <div className={classes.steps}>
        <p>
          {t('We’re checking your profile. Keep {code} in your bio until we notify you.', {
            code: code ?? '',
          })}
        </p>
      </div>
    );
  }
  if (code === null) return null;
  return (
    <div className={classes.steps}>
      {rejectionReason ? <p>{rejectionReason}</p> : null}
      <p>{t('Add this code to your {name} bio to show that the account is yours:', { name })}</p>
      <div className={classes.code}>
        <code>{code}</code>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              aria-label={t('Copy the code for {name}', { name })}
              onClick={copy}
            >
              {copied ? t('Copied') : t('Copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <div className={classes.acts}>
        <Button
          size="sm"
          loading={submit.isPending}
          aria-label={t('I added the code: {name}', { name })}
          onClick={() => submit.mutate({ params: { id } })}
        >
          {t('I added the code')}
        </Button>
      </div>
      <ErrorText
        text={
          submit.error
            ? getErrorText(submit.error, t('Failed to send it for review. Please try again.'))
            : null
        }
      />
    </div>
  );
}

function DisconnectButton({ account }: { account: SocialAccount }) {
  const name = socialPlatformNames[account.platform];
  const disconnect = useCallMutation(disconnectSocialAccount, {
    invalidates: [listSocialAccounts],
    onSuccess: ({ message }) => showToast({ title: t('Disconnected'), message }),
    onError: (error) => showErrorToast(error, t('Failed to disconnect. Please try again.')),
  });
  const ask = () => {
    const id = modals.open({
      title: t('Disconnect {name}?', { name }),
      children: (
        <>
          <Text>
            {t(
              'Its followers no longer count, and another user can connect @{handle}. You keep the places you have.',
              { handle: account.handle },
            )}
          </Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => modals.close(id)}>
              {t('Cancel')}
            </Button>
            <Button
              color="red"
              onClick={() => {
                modals.close(id);
                disconnect.mutate({ params: { id: account.id } });
              }}
            >
              {t('Disconnect')}
            </Button>
          </Group>
        </>
      ),
    });
  };
  return (
    <Button
      variant="subtle"
      color="red"
      size="sm"
      loading={disconnect.isPending}
      aria-label={t('Disconnect {name}', { name })}
      onClick={ask}
    >
      {t('Disconnect')}
    </Button>
  );
}
