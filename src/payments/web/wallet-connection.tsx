import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { useIdentityConfirmation } from '#auth/web/identity-confirmation.tsx';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { ActionBox } from '#platform/web/ui/action-box.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { endWalletConnection } from '../connection-contract.ts';
import {
  type ConnectionProblem,
  useWalletConnection,
  type WalletConnecting,
} from './use-wallet-connection.ts';

const problemTexts: Readonly<Record<ConnectionProblem, string>> = {
  blocked: 'Popup blocked. Please allow popups for this site.',
  cancelled: 'Connecting PayPal was cancelled. If its window is still open, you can finish there.',
  unfinished: 'PayPal is not connected: its window was closed before you allowed it there.',
  'timed-out':
    'Connecting PayPal timed out, so its window was closed. Nothing is lost: go on there, this time without a limit.',
  declined: 'PayPal is not connected: you declined there.',
  unconfirmed: 'PayPal has not confirmed your email address yet. Confirm it at PayPal, then connect again.',
  failed: 'PayPal could not be connected. Please try again.',
};

const about =
  'Sign in at PayPal to show that the account is yours. We learn its email address and nothing else.';
const hints: Readonly<Record<WalletConnecting['stage'], string>> = {
  idle: about,
  starting: about,
  open: 'Sign in and allow it in PayPal’s window. It closes by itself.',
  checking: 'We ask PayPal whose account it is.',
};

/** In the marketer's payment section: which account at the wallet is theirs, shown by signing in there. */
export default function WalletConnection({ user }: { user: CurrentUser }) {
  const opened = useRef<Window | null>(null);
  // Also where the account's own poll brings it, long after the window was given up or cut off from here.
  useEffect(() => {
    if (!user.paypalConnected || !opened.current) return;
    opened.current.close();
    opened.current = null;
    showToast({ title: 'PayPal Connected', message: 'PayPal confirmed your address.', tone: 'success' });
  }, [user.paypalConnected]);
  return user.paypalConnected ? (
    <Connected email={user.paypalEmail} />
  ) : (
    <NotConnected onOpened={(popup) => (opened.current = popup)} />
  );
}

function NotConnected({ onOpened }: { onOpened: (popup: Window | null) => void }) {
  const identity = useIdentityConfirmation();
  const { stage, problem, connect, goOn, show } = useWalletConnection(onOpened, identity);
  return (
    <>
      <ActionBox name="PayPal account" text={hints[stage]} problem={problem && problemTexts[problem]}>
        {stage === 'open' ? (
          <Button variant="default" onClick={show}>
            Show the window
          </Button>
        ) : (
          <Button
            variant="default"
            loading={stage !== 'idle'}
            leftSection={<IconPlugConnected size={18} aria-hidden />}
            onClick={problem === 'timed-out' ? goOn : connect}
          >
            {problem === 'timed-out' ? 'Continue at PayPal' : 'Connect PayPal'}
          </Button>
        )}
      </ActionBox>
      {/* This stands in the profile's form, and the dialog's own must neither be inside it nor save it. */}
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
        title: 'PayPal Disconnected',
        message: email ? `Payments still go to ${email} until you change it.` : '',
        tone: 'success',
      }),
    onError: (error) =>
      showToast({
        title: 'Error',
        message: textOf(error, 'PayPal could not be disconnected. Please try again.'),
        tone: 'error',
      }),
  });
  return (
    <ActionBox
      name="PayPal connected"
      isDone
      text={`PayPal confirmed that ${email} is yours. If you save another address below, it is no longer connected.`}
    >
      <Button variant="default" loading={disconnect.isPending} onClick={() => disconnect.mutate({})}>
        Disconnect
      </Button>
    </ActionBox>
  );
}
