import { Box } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { ChangeTypeForm } from './change-type-form.tsx';
import { ChangeTypeLink } from './change-type-link.tsx';
import { useCurrentUser } from '../use-current-user.ts';

export const handle: PageHandle = { visitors: true };
export const meta = pageMeta(msg('Change account type'));

export default function ChangeTypePage() {
  const { user, error, refetch } = useCurrentUser();
  const [search] = useSearchParams();
  const token = search.get('token');
  if (error) {
    return (
      <ErrorState error={error} title={t('We cannot reach the server')} onRetry={() => void refetch()} />
    );
  }
  if (user === undefined) return <LoadingState />;
  return (
    <>
      <PageHeader
        title={t('Change account type')}
        description={t(
          'You can switch if your account has no campaigns, applications or money. You’ll need to repeat the identity check.',
        )}
      />
      <Box maw={600}>
        {token === null ? <ChangeTypeForm user={user} /> : <ChangeTypeLink token={token} user={user} />}
      </Box>
    </>
  );
}
