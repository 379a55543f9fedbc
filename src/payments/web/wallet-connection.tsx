import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { type Message, msg, t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { ActionBox } from '#platform/web/ui/layout/action-box.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { endWalletConnection } from '../connection-contract.ts';
import {
  type ConnectionProblem,
  useWalletConnection,
  type WalletConnecting,
} from './use-wallet-connection.ts';

const problemTexts: Readonly<Record<ConnectionProblem, Message>> = {
  blocked: msg('Popup blocked. Please allow popups for this site.'),
  cancelled: msg('Connection cancelled. If the PayPal window is still open, you can finish there.'),
  unfinished: msg('PayPal isn’t connected: the window was closed before you allowed access.'),
  'timed-out': msg('The PayPal connection timed out. Continue where you left off.'),
  declined: msg('PayPal isn’t connected because you declined access.'),
  unconfirmed: msg('PayPal hasn’t confirmed your email address yet. Confirm it there, then connect again.'),
  failed: msg('We couldn’t connect PayPal. Please try again.'),
};

const about = msg('Sign in to PayPal to confirm your account. We only see its email address.');
const hints: Readonly<Record<WalletConnecting['stage'], Message>> = {
  idle: about,
  starting: about,
  open: msg('Sign in and allow access in the PayPal window.'),
  checking: msg('Checking with PayPal...'),
};

export default function WalletConnection({ user }: { user: CurrentUser }) {
  const opened = useRef<Window | null>(null);
  // Also runs when the account's poll reports the connection after the popup timed out or was cut off.
  useEffect(() => {
    if (!user.paypalConnected || !opened.current) return;
    opened.current.close();
    opened.current = null;
    showToast({
      title: t('PayPal Connected'),
      message: t('PayPal confirmed your email address.'),
      tone: 'success',
    });
  }, [user.paypalConnected]);
  return user.paypalConnected ? (
    <Connected email={user.paypalEmail} />
  ) : (
    <NotConnected onOpened={(popup) => (opened.current = popup)} />
  );
}

function NotConnected({ onOpened }: { onOpened: (popup: Window | null) => void }) {
  const identity = useIdentityConfirmation();
  const { stage, problem, connect, resume, show } = useWalletConnection(onOpened, identity);
  return (
    <>
      <ActionBox
        name={t('PayPal account')}
        text={t(hints[stage])}
        problem={problem && t(problemTexts[problem])}
      >
        {stage === 'open' ? (
          <Button variant="default" onClick={show}>
            {t('Show PayPal window')}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={stage !== 'idle'}
            leftSection={<IconPlugConnected size={18} aria-hidden />}
            onClick={problem === 'timed-out' ? resume : connect}
          >
            {problem === 'timed-out' ? t('Continue at PayPal') : t('Connect PayPal')}
          </Button>
        )}
      </ActionBox>
      {/* This renders inside the profile form. The dialog's form must not be nested in it or submit it. */}
      {createPortal(
        <div onSubmit={(event) => event.stopPropagation()}>{identity.dialog}</div>,
        document.body,
      )}
    </>
  );
}

function Connected({ email }: { email: string | null }) {
  const disconnect = useCallMutation(endWalletConnection, {
    invalidates: [getCurrentUser],
    onSuccess: () =>
      showToast({
        title: t('PayPal Disconnected'),
        message: email ? t('Payments still go to {email} until you change it.', { email }) : '',
        tone: 'success',
      }),
    onError: (error) => showErrorToast(error, t('We couldn’t disconnect PayPal. Please try again.')),
  });
  return (
    <ActionBox
      name={t('PayPal connected')}
      isDone
      text={t('PayPal confirmed {email}. Saving a different email below disconnects PayPal.', {
        email: email ?? '',
      })}
    >
      <Button variant="danger" loading={disconnect.isPending} onClick={() => disconnect.mutate({})}>
        {t('Disconnect')}
      </Button>
    </ActionBox>
  );
}
