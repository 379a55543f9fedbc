import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatUserName } from '#auth/web/account/user-labels.ts';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { t } from '#kernel/text.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ReviewButtons, ReviewFooter } from '#platform/web/ui/layout/review-footer.tsx';
import { ReviewHeading } from '#platform/web/ui/layout/review-heading.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { kycProcess, type KycQueueEntry } from '../contract.ts';
import { DocumentButtons } from './document-buttons.tsx';
import { DuplicateNote } from './duplicate-note.tsx';
import classes from './kyc-review-queue.module.css';
import { kycStateLabels } from './kyc-labels.ts';
import { NumbersModal } from './numbers-modal.tsx';
import { toRecordFacts } from './record-facts.ts';
import { RejectModal } from './reject-modal.tsx';
import { RecordFacts } from './submitted-record.tsx';
import { useDecideKyc } from './use-decide-kyc.ts';

export function KycReviewCard({ entry }: { entry: KycQueueEntry }) {
  const { userId, kycStatus, submittedAt, decidedAt } = entry;
  const { label, tone } = kycStateLabels[kycStatus];
  const name = formatUserName(entry);
  const [open, setOpen] = useState<'rejection' | 'numbers' | null>(null);
  const close = () => setOpen(null);
  const identity = useIdentityConfirmation();
  const decide = useDecideKyc(identity, close);
  const params = { userId };
  // Sent along so that the server rejects the decision if the user has submitted again.
  const seen = submittedAt === null ? {} : { submittedAt };
  const isOpen = kycProcess.next(kycStatus, 'approve', 'admin') !== null;
  // The heading already shows the name.
  const facts = toRecordFacts({ ...entry, firstName: null, lastName: null });
  return (
    <Panel>
      <ReviewHeading
        picture={<Monogram name={name} imageUrl={entry.profileImageUrl} shape="round" />}
        title={name}
        facts={[
          entry.email,
          entry.userType &&
            t('{type, select, marketer {marketer} advertiser {advertiser} other {admin}}', {
              type: entry.userType,
            }),
          submittedAt && t('submitted {time}', { time: formatDayTime(submittedAt) }),
          decidedAt && t('decided {time}', { time: formatDayTime(decidedAt) }),
        ]}
        badge={<StatusBadge tone={tone}>{t(label)}</StatusBadge>}
      />
      <div className={classes.record}>
        <DuplicateNote duplicates={entry.duplicates} />
        <RecordFacts facts={facts} />
      </div>
      {entry.rejectionReason ? (
        <p className={classes.reason}>{t('Rejected: {reason}', { reason: entry.rejectionReason })}</p>
      ) : null}
      <ReviewFooter
        buttons={
          isOpen ? (
            <>
              <Button
                variant="danger"
                disabled={decide.isPending}
                aria-label={t('Reject {name}', { name })}
                onClick={() => setOpen('rejection')}
              >
                {t('Reject')}
              </Button>
              <Button
                loading={decide.isPending && decide.variables.body.status === 'approved'}
                disabled={decide.isPending}
                aria-label={t('Approve {name}', { name })}
                onClick={() => decide.mutate({ params, body: { status: 'approved', ...seen } })}
              >
                {t('Approve')}
              </Button>
            </>
          ) : null
        }
      >
        <ReviewButtons>
          <DocumentButtons userId={userId} name={name} files={entry.files} />
          <Button
            variant="default"
            size="sm"
            aria-label={t('Show numbers of {name}', { name })}
            onClick={() => setOpen('numbers')}
          >
            {t('Show numbers')}
          </Button>
        </ReviewButtons>
      </ReviewFooter>
      <NumbersModal name={name} userId={userId} opened={open === 'numbers'} onClose={close} />
      <RejectModal
        name={name}
        opened={open === 'rejection'}
        isPending={decide.isPending}
        error={decide.error}
        onClose={close}
        onReject={(reason) => decide.mutate({ params, body: { status: 'rejected', reason, ...seen } })}
      />
      {identity.dialog}
    </Panel>
  );
}
