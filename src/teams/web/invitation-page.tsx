import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type CurrentUser, getCurrentUser, signOut } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { useRememberWayBack } from '#auth/web/way-back.ts';
import { call, type CallError } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { formatAppointment } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import { acceptInvitation, getTeam, InvitationToken, viewInvitation } from '../contract.ts';
import { roleNames } from './team-words.ts';

/** /team/invitation?token=…: the mailed link. Opening it changes nothing, because mail scanners open links too; the button does. */
export function InvitationPage() {
  const [search] = useSearchParams();
  const { user } = useCurrentUser();
  const token = search.get('token') ?? '';
  const isWhole = InvitationToken.safeParse({ token }).success;
  return (
    <>
      <PageHeader title="Invitation to a team" />
      {!isWhole ? (
        <Panel title="This link is not complete">
          <Text>Please open the link in the mail once more, or copy all of it.</Text>
        </Panel>
      ) : user === undefined ? (
        <LoadingState />
      ) : user === null ? (
        <SignInFirst />
      ) : (
        // Another account gets another answer.
        <Invitation token={token} user={user} key={user.id} />
      )}
    </>
  );
}

function SignInFirst() {
  const remember = useRememberWayBack();
  return (
    <Panel title="Sign in first">
      <Stack gap="md" align="flex-start">
        <Text>
          Sign in, or sign up as an advertiser, with the address that received the invitation. You come back
          here then; on another device you open the link in the mail once more.
        </Text>
        <Button component={Link} to="/auth/signin" onClick={() => remember()}>
          Sign in
        </Button>
      </Stack>
    </Panel>
  );
}

function Invitation({ token, user }: { token: string; user: CurrentUser }) {
  const view = useQuery({
    queryKey: [viewInvitation.name, token],
    // What lets somebody in travels in a body; hence a POST that only reads.
    queryFn: ({ signal }) => call(viewInvitation, { body: { token } }, { signal }),
    // Whoever comes back to it may have accepted meanwhile.
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
  if (!view.data) return <LoadingState text="Loading the invitation..." />;
  const { business, role, expiresAt, isMember } = view.data;
  if (isMember) return <JoinedBefore business={business} />;
  return (
    <Panel title={`${business} invites you`}>
      <Stack gap="md" align="flex-start">
        <Text>
          As a {roleNames[role].toLowerCase()} you {doneBy[role]} What belongs to your own account stays yours
          alone.
        </Text>
        {user.userType === null ? <Text>Your account becomes an advertiser’s with it.</Text> : null}
        <Text c="dimmed">The invitation is good until {formatAppointment(expiresAt)}.</Text>
        <Button loading={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
          Join the team
        </Button>
      </Stack>
    </Panel>
  );
}

const doneBy = {
  viewer: 'see its campaigns, with applicants, live tracking, proofs and money.',
  manager:
    'see its campaigns, with applicants, live tracking, proofs and money, edit drafts, and decide applications and proofs.',
};

interface JoinedProps {
  business: string;
  /** Where the keyboard goes on. */
  next: RefObject<HTMLAnchorElement | null>;
}

function Joined({ business, next }: JoinedProps) {
  return (
    <Panel title={`You are in the team of ${business}`}>
      <Stack gap="md" align="flex-start">
        <Text>Its campaigns stand on your dashboard.</Text>
        <Button component={Link} to="/advertiser" ref={next}>
          Go to the dashboard
        </Button>
      </Stack>
    </Panel>
  );
}

/** The link was opened again. */
function JoinedBefore({ business }: { business: string }) {
  return (
    <Panel title="You are in this team already">
      <Stack gap="md" align="flex-start">
        <Text>You have accepted the invitation of {business}.</Text>
        <Button component={Link} to="/team">
          Go to your teams
        </Button>
      </Stack>
    </Panel>
  );
}

/** Every refusal with its way out; what may go better the next time can be tried again. */
function Problem({ error, email, onRetry }: { error: CallError; email: string; onRetry: () => void }) {
  const { code, text } = error;
  const remember = useRememberWayBack();
  if (code === 'team/other-address' || code === 'team/not-for-type') {
    return (
      <Panel title="Not with this account">
        <Stack gap="md" align="flex-start">
          <Text>
            {text} You are signed in as <b>{email}</b>.
          </Text>
          {/* With the right address they come back; an account of another type finds nothing else here. */}
          <Button
            component="a"
            href={signOut.path}
            variant="default"
            onClick={() => (code === 'team/other-address' ? remember() : undefined)}
          >
            Sign out
          </Button>
        </Stack>
      </Panel>
    );
  }
  if (code === 'team/invitation-over') {
    return (
      <Panel title="This invitation is over">
        <Stack gap="md" align="flex-start">
          <Text>{text}</Text>
          <Button component={Link} to="/" variant="default">
            Go home
          </Button>
        </Stack>
      </Panel>
    );
  }
  return <ErrorState error={error} title="The invitation could not be opened" onRetry={onRetry} />;
}
