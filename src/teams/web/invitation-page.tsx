import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type CurrentUser, getCurrentUser, signOut } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { useRememberReturnPath } from '#auth/web/return-path.ts';
import { linkToken } from '#kernel/link-token.ts';
import { msg, t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { call, type CallError } from '#platform/web/call.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import { acceptInvitation, getTeam, viewInvitation } from '../contract.ts';

export const handle: PageHandle = { visitors: true, givesType: true };
export const meta = pageMeta(msg('Invitation to a team'));

/** /team/invitation?token=…: accepts only when the user presses the button, because mail scanners open links. */
export default function InvitationPage() {
  const [search] = useSearchParams();
  const { user } = useCurrentUser();
  const token = search.get('token') ?? '';
  const isWhole = linkToken.test(token);
  return (
    <>
      <PageHeader title={t('Team invitation')} />
      {!isWhole ? (
        <Panel title={t('This link is incomplete')}>
          <Text>{t('Open the link in the email again, or copy all of it.')}</Text>
        </Panel>
      ) : user === undefined ? (
        <LoadingState />
      ) : user === null ? (
        <SignInFirst />
      ) : (
        // Remounts for another account, which gets another answer.
        <Invitation token={token} user={user} key={user.id} />
      )}
    </>
  );
}

function SignInFirst() {
  const remember = useRememberReturnPath();
  return (
    <Panel title={t('Sign in to continue')}>
      <Stack gap="md" align="flex-start">
        <Text>
          {t(
            'Sign in or sign up as an advertiser with the address that received the invitation. You’ll return here afterwards.',
          )}
        </Text>
        <Button component={Link} to="/auth/signin" onClick={() => remember()}>
          {t('Sign in')}
        </Button>
      </Stack>
    </Panel>
  );
}

function Invitation({ token, user }: { token: string; user: CurrentUser }) {
  const view = useQuery({
    queryKey: [viewInvitation.name, token],
    // A POST that only reads, so that the token travels in the body.
    queryFn: ({ signal }) => call(viewInvitation, { body: { token } }, { signal }),
    // The user may have accepted the invitation before they come back to this page.
    gcTime: 0,
  });
  const accept = useCallMutation(acceptInvitation, { invalidates: [getTeam, getCurrentUser] });
  const next = useFocusAfter<HTMLAnchorElement>(accept.isPending);
  if (accept.data) return <Joined business={accept.data.business} next={next} />;
  const problem = accept.error ?? (view.error as CallError | null);
  if (problem) {
    const retry = accept.error ? () => accept.reset() : () => void view.refetch();
    return <Problem error={problem} email={user.email} onRetry={retry} />;
  }
  if (!view.data) return <LoadingState text={t('Loading the invitation...')} />;
  const { business, role, expiresAt, isMember } = view.data;
  if (isMember) return <AlreadyJoined business={business} />;
  return (
    <Panel title={t('{business} invites you', { business })}>
      <Stack gap="md" align="flex-start">
        <Text>
          {t(
            'As a {role, select, manager {manager} other {viewer}} you’ll view its campaigns, applicants, live tracking, proofs and money{role, select, manager {, edit drafts, and decide applicants and proofs} other {}}. Your own account stays private.',
            { role },
          )}
        </Text>
        {user.userType === null ? <Text>{t('Your account becomes an advertiser account.')}</Text> : null}
        <Text c="dimmed">{t('Expires {time}.', { time: formatZonedTime(expiresAt) })}</Text>
        <Button loading={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
          {t('Join the team')}
        </Button>
      </Stack>
    </Panel>
  );
}

interface JoinedProps {
  business: string;
  next: RefObject<HTMLAnchorElement | null>;
}

function Joined({ business, next }: JoinedProps) {
  return (
    <Panel title={t('You joined the team of {business}', { business })}>
      <Stack gap="md" align="flex-start">
        <Text>{t('Its campaigns are on your dashboard.')}</Text>
        <Button component={Link} to="/advertiser" ref={next}>
          {t('Go to the dashboard')}
        </Button>
      </Stack>
    </Panel>
  );
}

function AlreadyJoined({ business }: { business: string }) {
  return (
    <Panel title={t('You’re already in this team')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('You accepted the invitation from {business}.', { business })}</Text>
        <Button component={Link} to="/team">
          {t('Go to your teams')}
        </Button>
      </Stack>
    </Panel>
  );
}

function Problem({ error, email, onRetry }: { error: CallError; email: string; onRetry: () => void }) {
  const { code, text } = error;
  const remember = useRememberReturnPath();
  if (code === 'team/other-address' || code === 'team/not-for-type') {
    return (
      <Panel title={t('You can’t join with this account')}>
        <Stack gap="md" align="flex-start">
          <Text>
            {text} {rich('You are signed in as <b>{email}</b>.', { b: <b /> }, { email })}
          </Text>
          {/* With the right address the user returns here. An account of another type has no reason to. */}
          <Button
            component="a"
            href={signOut.path}
            variant="default"
            onClick={() => (code === 'team/other-address' ? remember() : undefined)}
          >
            {t('Sign out')}
          </Button>
        </Stack>
      </Panel>
    );
  }
  if (code === 'team/invitation-over') {
    return (
      <Panel title={t('This invitation has ended')}>
        <Stack gap="md" align="flex-start">
          <Text>{text}</Text>
          <Button component={Link} to="/" variant="default">
            {t('Go home')}
          </Button>
        </Stack>
      </Panel>
    );
  }
  return <ErrorState error={error} title={t('We couldn’t open the invitation')} onRetry={onRetry} />;
}
