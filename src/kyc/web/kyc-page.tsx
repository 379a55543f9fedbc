import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react';
import type { CurrentUser } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { HelpLink } from '#platform/web/ui/help-link.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Panel, SplitPage } from '#platform/web/ui/layout/panel.tsx';
import { getKycStatus, kycProcess, type OwnKycStatus } from '../contract.ts';
import { ComplianceRows } from './compliance-rows.tsx';
import { KycFormCard } from './kyc-form.tsx';
import classes from './kyc-page.module.css';
import { LegalRequirements } from './legal-requirements.tsx';
import { SubmittedRecord } from './submitted-record.tsx';

export const handle: PageHandle = { roles: ['marketer', 'advertiser', 'admin'] };
export const meta = pageMeta(msg('Identity check and consents'));

export default function KycPage() {
  const { user } = useCurrentUser();
  const status = useEndpoint(getKycStatus);
  return (
    <>
      <PageHeader
        title={t('Identity check and consents')}
        description={
          <>
            {t('We verify your identity before any payment is made.')} <HelpLink to="identityCheck" />
          </>
        }
      />
      {status.data && user ? (
        <>
          <ComplianceRows status={status.data} user={user} />
          <SplitPage aside={<LegalRequirements />}>
            <Verification status={status.data} user={user} />
          </SplitPage>
        </>
      ) : status.error ? (
        <ErrorState error={status.error} onRetry={() => void status.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

function Verification({ status, user }: { status: OwnKycStatus; user: CurrentUser }) {
  const isOpen = kycProcess.next(status.kycStatus, 'submit', 'account') !== null;
  if (!isOpen) return <SubmittedRecord status={status} />;
  return (
    <>
      {status.kycStatus === 'rejected' ? (
        <Alert
          color="red"
          mb="lg"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('Your identity check was rejected')}
        >
          <p className={classes.reason}>{status.rejectionReason}</p>
          {t(
            'Fix it below and submit again. You’ll need to re-enter your numbers and add your documents again.',
          )}
        </Alert>
      ) : null}
      {user.ageVerified ? (
        <Panel>
          <KycFormCard status={status} user={user} />
        </Panel>
      ) : (
        <EmptyState
          icon={<IconShieldLock />}
          title={t('Verify your age first')}
          text={t('Confirm above that you’re 18 or older to start your identity check.')}
        />
      )}
    </>
  );
}
