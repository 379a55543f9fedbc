import { Anchor, Button, CopyButton, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect, useRef, useState } from 'react';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { ProblemText } from '#platform/web/ui/problem-text.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { keepFocus } from '#platform/web/ui/use-focus-after.ts';
import {
  disconnectSocialAccount,
  listSocialAccounts,
  type SocialAccount,
  submitSocialAccount,
} from '../social-contract.ts';
import { type SocialPlatform, socialPlatformNames } from '../social-handle-contract.ts';
import { type AskedAccount, SocialAccountModal } from './social-account-modal.tsx';
import classes from './social-accounts.module.css';
import { socialDetail, socialStateOf } from './social-words.ts';

const platforms: readonly SocialPlatform[] = ['instagram', 'tiktok', 'twitter', 'youtube', 'facebook'];

/** One's accounts on social platforms: named, confirmed by a code in the profile text there, taken away. */
export function SocialAccounts() {
  const { data, error, refetch } = useEndpoint(listSocialAccounts, undefined, { refetchOnMount: 'always' });
  const [asked, setAsked] = useState<AskedAccount | null>(null);
  const list = useRef<HTMLUListElement>(null);
  return (
    <Panel title="Social Media Accounts">
      <p className={classes.intro}>
        Campaigns for posts ask for a number of followers. A confirmed account counts for 90 days.
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
        // The button that opened it may be another one by now.
        onClosed={({ platform }) =>
          keepFocus(list.current?.querySelector<HTMLElement>(`[data-platform=${platform}]`))
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
    if (hasActed.current) keepFocus(row.current);
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
          <Button variant="default" size="sm" aria-label={`Connect ${name}`} onClick={onAsk}>
            Connect
          </Button>
        </div>
      </li>
    );
  }
  const { label, tone } = socialStateOf(account);
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
          <p className={classes.detail}>{socialDetail(account)}</p>
        </div>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <NextStep account={account} />
      <div className={classes.acts}>
        {account.status === 'pending' ? null : (
          <Button
            variant={account.can.renew ? 'filled' : 'default'}
            size="sm"
            aria-label={`${changeWords(account)} ${name}`}
            onClick={onAsk}
          >
            {changeWords(account)}
          </Button>
        )}
        <DisconnectButton account={account} />
      </div>
    </li>
  );
}

const changeWords = ({ can }: SocialAccount) => (can.renew ? 'Confirm again' : 'Change');

/** What its owner has to do now: place the code, wait, or mend what was wrong. */
function NextStep({ account }: { account: SocialAccount }) {
  const { id, status, code, platform, rejectionReason } = account;
  const name = socialPlatformNames[platform];
  const submit = useCallMutation(submitSocialAccount, {
    invalidates: [listSocialAccounts],
    onSuccess: () =>
      showToast({ title: 'Handed in', message: `We look at your ${name} profile and tell you.` }),
  });
  if (status === 'pending') {
    return (
      <div className={classes.steps}>
        <p>We look at your profile. Please leave {code} in your bio until we have told you.</p>
      </div>
    );
  }
  if (code === null) return null;
  return (
    <div className={classes.steps}>
      {rejectionReason ? <p>{rejectionReason}</p> : null}
      <p>Put this code into your bio on {name}, so that we can see that the account is yours:</p>
      <div className={classes.code}>
        <code>{code}</code>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" aria-label={`Copy the code for ${name}`} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
      <div className={classes.acts}>
        <Button
          size="sm"
          loading={submit.isPending}
          aria-label={`I have put it there: ${name}`}
          onClick={() => submit.mutate({ params: { id } })}
        >
          I have put it there
        </Button>
      </div>
      <ProblemText text={submit.error ? textOf(submit.error, 'It could not be handed in.') : null} />
    </div>
  );
}

function DisconnectButton({ account }: { account: SocialAccount }) {
  const name = socialPlatformNames[account.platform];
  const disconnect = useCallMutation(disconnectSocialAccount, {
    invalidates: [listSocialAccounts],
    onSuccess: ({ message }) => showToast({ title: 'Disconnected', message }),
    onError: (error) =>
      showToast({ title: 'Error', message: textOf(error, 'It could not be disconnected.'), tone: 'error' }),
  });
  const ask = () => {
    const id = modals.open({
      title: `Disconnect ${name}?`,
      children: (
        <>
          <Text>
            Its followers stop counting for you, and somebody else can connect @{account.handle}. Campaigns
            that you already hold a place in stay yours.
          </Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => modals.close(id)}>
              Keep it
            </Button>
            <Button
              color="red"
              onClick={() => {
                modals.close(id);
                disconnect.mutate({ params: { id: account.id } });
              }}
            >
              Disconnect
            </Button>
          </Group>
        </>
      ),
    });
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      loading={disconnect.isPending}
      aria-label={`Disconnect ${name}`}
      onClick={ask}
    >
      Disconnect
    </Button>
  );
}
