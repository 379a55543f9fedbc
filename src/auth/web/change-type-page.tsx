import { Box } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { ChangeTypeForm } from './change-type-form.tsx';
import { ChangeTypeLink } from './change-type-link.tsx';
import { useCurrentUser } from './use-current-user.ts';

/** /change-user-type: asks for the change, or redeems the mailed link (?token=) at the press of a button. */
export function ChangeTypePage() {
  const { user, error, refetch } = useCurrentUser();
  const [search] = useSearchParams();
  const token = search.get('token');
  if (error) {
    return <ErrorState error={error} title="We cannot reach the server" onRetry={() => void refetch()} />;
  }
  if (user === undefined) return <LoadingState />;
  return (
    <>
      <PageHeader
        title="Change user type"
        description="An account is either a marketer’s or an advertiser’s. It can change sides while no campaign, application or money belongs to it. Its identity check then begins anew."
      />
      <Box maw={600}>
        {token === null ? <ChangeTypeForm user={user} /> : <ChangeTypeLink token={token} user={user} />}
      </Box>
    </>
  );
}
