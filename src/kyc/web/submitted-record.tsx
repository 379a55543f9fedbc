import { fillPath } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { type KycStatus, openMyKycDocument } from '../contract.ts';
import classes from './kyc-page.module.css';
import { documentNames, kycStateLabels } from './kyc-labels.ts';
import { toRecordFacts } from './record-facts.ts';

export function SubmittedRecord({ status }: { status: KycStatus }) {
  const { label, tone } = kycStateLabels[status.kycStatus];
  return (
    <Panel title={t('What you submitted')} aside={<StatusBadge tone={tone}>{t(label)}</StatusBadge>}>
      <RecordFacts
        facts={[
          ...(status.submittedAt ? [{ name: t('Submitted'), value: formatDay(status.submittedAt) }] : []),
          ...toRecordFacts(status),
        ]}
      />
      <p className={classes.documents}>
        {t('Your documents:')}
        {status.documents.map((kind) => (
          <a
            key={kind}
            href={fillPath(openMyKycDocument.path, { kind })}
            target="_blank"
            rel="noreferrer"
            aria-label={t('{document}, opens in a new tab', { document: documentNames[kind] })}
          >
            {t(documentNames[kind])}
          </a>
        ))}
      </p>
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
