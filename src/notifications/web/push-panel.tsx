import { Switch } from '@mantine/core';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import classes from './notification-choices.module.css';
import { type PushState, usePush } from './use-push.ts';

const texts: Readonly<Record<PushState, Message>> = {
  unavailable: msg('This server doesn’t send push messages.'),
  unsupported: msg(
    'This browser can’t show push messages. On an iPhone or iPad, add Promenade to your home screen first.',
  ),
  blocked: msg(
    'Your browser blocks notifications from Promenade. Allow them in the browser’s settings for this site.',
  ),
  off: msg('Get notified on this device, even if Promenade isn’t open.'),
  on: msg('This device gets push messages until you sign out here.'),
};

export function PushPanel() {
  const { user } = useCurrentUser();
  return user ? <PushSwitch accountId={user.id} /> : null;
}

function PushSwitch({ accountId }: { accountId: string }) {
  const { state, error, refetch, isChanging, problem, change } = usePush(accountId);
  const isSwitchable = state === 'on' || state === 'off';
  return (
    <Panel title={t('Push messages')}>
      {state ? (
        <>
          <p className={classes.note} id="push-state" aria-live="polite">
            {t(texts[state])}
          </p>
          {isSwitchable ? (
            <Switch
              label={t('Push messages on this device')}
              aria-describedby="push-state"
              size="md"
              disabled={isChanging}
              checked={state === 'on'}
              onChange={({ currentTarget }) => void change(currentTarget.checked)}
            />
          ) : null}
          <ErrorText text={problem} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}
