import { formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/panel.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { KycStatus } from '../contract.ts';
import classes from './kyc-page.module.css';
import { kycStateWords } from './kyc-words.ts';
import { recordOf } from './record-facts.ts';

/** What was handed in; numbers only by their last characters. */
export function SubmittedRecord({ status }: { status: KycStatus }) {
  const { label, tone } = kycStateWords[status.kycStatus];
  return (
    <Panel title="What you submitted" aside={<StatusBadge tone={tone}>{label}</StatusBadge>}>
      <RecordFacts
        facts={[
          ...(status.submittedAt ? [{ name: 'Submitted', value: formatDay(status.submittedAt) }] : []),
          ...recordOf(status),
        ]}
      />
    </Panel>
  );
}

export function RecordFacts({ facts }: { facts: readonly { name: string; value: string }[] }) {
  return (
    <dl className={classes.record}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
