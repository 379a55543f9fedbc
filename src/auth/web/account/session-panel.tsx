import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { useNow } from '#platform/web/clock.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatAgo, formatDayTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { endOtherSessions, endSession, listSessions, type SignedInSession } from '../../session-contract.ts';
import {
  type IdentityConfirmation,
  useIdentityConfirmation,
} from '../second-factor/identity-confirmation.tsx';
import classes from '../second-factor/second-factor.module.css';

export function SessionsPanel() {
  // Always refetch: the user may have signed in or out on another device.
  const { data, error, refetch } = useEndpoint(listSessions, undefined, { staleTime: 0 });
  return (
    <Panel title={t('Where you are signed in')}>
      {data ? (
        <Sessions sessions={data.sessions} />
      ) : error ? (
        <ErrorState
          error={error}
          title={t('Your sessions could not be loaded')}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function Sessions({ sessions }: { sessions: readonly SignedInSession[] }) {
  const identity = useIdentityConfirmation();
  const endOthers = useCallMutation(endOtherSessions, {
    invalidates: [listSessions],
    onSuccess: ({ message }) => showToast({ title: t('Sessions ended'), message, tone: 'success' }),
    onError: (error) => {
      if (!identity.isNeededFor(error, () => endOthers.mutate({}))) showErrorToast(error);
    },
  });
  const others = sessions.filter(({ isPresent }) => !isPresent).length;
  return (
    <>
      <p className={classes.note}>
        {others === 0
          ? t('You’re only signed in on this device.')
          : t('Don’t recognize one? End it to sign that device out.')}
      </p>
      <RowList>
        {sessions.map((session) => (
          <SessionRow session={session} identity={identity} key={session.id} />
        ))}
      </RowList>
      {others > 0 ? (
        <Button variant="danger" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          {t('Sign out everywhere else')}
        </Button>
      ) : null}
      {identity.dialog}
    </>
  );
}

const EVERY_MINUTE = 60_000;

interface SessionRowProps {
  session: SignedInSession;
  identity: IdentityConfirmation;
}

function SessionRow({ session, identity }: SessionRowProps) {
  const now = useNow(EVERY_MINUTE);
  const end = useCallMutation(endSession, {
    invalidates: [listSessions],
    onSuccess: () => showToast({ title: t('Session ended'), message: session.device, tone: 'success' }),
    onError: (error) => {
      if (!identity.isNeededFor(error, () => end.mutate({ params: { id: session.id } })))
        showErrorToast(error);
    },
  });
  const isPhone = /iPhone|Android/.test(session.device);
  return (
    <Row
      picture={
        <span className={classes.icon} aria-hidden>
          {isPhone ? <IconDeviceMobile size={22} /> : <IconDeviceDesktop size={22} />}
        </span>
      }
      name={
        <>
          {session.device}
          {session.isPresent ? <StatusBadge tone="positive">{t('This device')}</StatusBadge> : null}
          {session.isComplete ? null : <StatusBadge tone="waiting">{t('Second factor missing')}</StatusBadge>}
        </>
      }
      detail={t('Signed in {time}, last used {ago}', {
        time: formatDayTime(session.signedInAt),
        ago: formatAgo(session.lastUsedAt, now),
      })}
    >
      {session.isPresent ? null : (
        <Button
          variant="default"
          size="sm"
          aria-label={t('End the session on {device}, signed in {time}', {
            device: session.device,
            time: formatDayTime(session.signedInAt),
          })}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          {t('End')}
        </Button>
      )}
    </Row>
  );
}
