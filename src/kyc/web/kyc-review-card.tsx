import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { fillPath } from '#kernel/endpoint.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { kycProcess, type KycQueueEntry, openKycDocument } from '../contract.ts';
import classes from './kyc-review-queue.module.css';
import { documentNames, kycStateWords } from './kyc-words.ts';
import { recordOf } from './record-facts.ts';
import { RejectModal } from './reject-modal.tsx';
import { RecordFacts } from './submitted-record.tsx';
import { useDecideKyc } from './use-decide-kyc.ts';

/** One verification: who, what they handed in, their documents, and the decision while there is none. */
export function KycReviewCard({ entry }: { entry: KycQueueEntry }) {
  const { userId, kycStatus, submittedAt } = entry;
  const { label, tone } = kycStateWords[kycStatus];
  const name = [entry.firstName, entry.lastName].filter(Boolean).join(' ') || entry.email;
  const [isRejecting, setIsRejecting] = useState(false);
  const decide = useDecideKyc();
  const isOpen = kycProcess.next(kycStatus, 'approve', 'admin') !== null;
  // The name stands above already, and each document has its own link.
  const facts = recordOf({ ...entry, firstName: null, lastName: null, documents: [] });
  return (
    <Panel>
      <div className={classes.top}>
        <Monogram name={name} shape="round" />
        <div className={classes.who}>
          <h2 className={classes.name}>{name}</h2>
          <p className={classes.email}>
            {[entry.email, entry.userType, submittedAt && `submitted ${formatDayTime(submittedAt)}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <RecordFacts facts={facts} />
      {entry.rejectionReason ? <p className={classes.reason}>Rejected: {entry.rejectionReason}</p> : null}
      <div className={classes.bottom}>
        <div className={classes.buttons}>
          {entry.documents.map((kind) => (
            <Button
              key={kind}
              component="a"
              href={fillPath(openKycDocument.path, { userId, kind })}
              target="_blank"
              rel="noreferrer"
              variant="default"
              size="sm"
              rightSection={<IconExternalLink size={16} aria-hidden />}
              aria-label={`${documentNames[kind]} of ${name}, opens in a new tab`}
            >
              {documentNames[kind]}
            </Button>
          ))}
        </div>
        {isOpen ? (
          <div className={classes.buttons}>
            <Button
              variant="default"
              disabled={decide.isPending}
              aria-label={`Reject ${name}`}
              onClick={() => setIsRejecting(true)}
            >
              Reject
            </Button>
            <Button
              loading={decide.isPending && decide.variables.body.status === 'approved'}
              disabled={decide.isPending}
              aria-label={`Approve ${name}`}
              onClick={() => decide.mutate({ params: { userId }, body: { status: 'approved' } })}
            >
              Approve
            </Button>
          </div>
        ) : null}
      </div>
      <RejectModal
        name={name}
        opened={isRejecting}
        isPending={decide.isPending}
        error={decide.error}
        onClose={() => setIsRejecting(false)}
        onReject={(reason) =>
          decide.mutate(
            { params: { userId }, body: { status: 'rejected', reason } },
            { onSuccess: () => setIsRejecting(false) },
          )
        }
      />
    </Panel>
  );
}
