import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconShieldCheck } from '@tabler/icons-react';
import { textOf } from '#platform/web/call.ts';
import type { AuditVerdict } from '../audit-contract.ts';
import classes from './audit.module.css';
import { useVerifyAudit } from './use-audit.ts';

/** Compares every entry with its seal, and says what was found. */
export function AuditVerification() {
  const verify = useVerifyAudit();
  return (
    <div className={classes.verification}>
      <div className={classes.verifyLine}>
        <p className={classes.about}>
          Every entry is sealed into a chain shortly after it was written. Whoever alters or removes one
          breaks it.
        </p>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          loading={verify.isPending}
          onClick={() => verify.mutate({})}
        >
          Verify the log
        </Button>
      </div>
      <div aria-live="polite">
        {verify.error ? (
          <Alert color="red">
            {textOf(verify.error, 'The log could not be verified. Please try again.')}
          </Alert>
        ) : null}
        {verify.data ? <Verdict verdict={verify.data} /> : null}
      </div>
    </div>
  );
}

const problemWords: Record<AuditVerdict['problems'][number]['kind'], (at: number) => string> = {
  altered: (at) => `Entry number ${at} was altered.`,
  removed: (at) => `Entry number ${at} was removed.`,
  'seal-missing': (at) => `Seal ${at} is missing.`,
  'never-sealed': (at) => `Entry number ${at} was slipped in past the chain.`,
  'other-chain': (at) => `Seal ${at} is not the one that was written down.`,
};

function Verdict({ verdict: { sealed, skipped, waiting, head, problems } }: { verdict: AuditVerdict }) {
  if (problems.length > 0) {
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The log is not as it was written">
        <ul className={classes.problems}>
          {problems.map(({ at, kind }) => (
            <li key={`${kind} ${at}`}>{problemWords[kind](at)}</li>
          ))}
        </ul>
      </Alert>
    );
  }
  return (
    <Alert
      color="moss"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the component renders a div
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={skipped > 0 ? 'The newest entries are as they were written' : 'The log is whole'}
    >
      {sealed} {sealed === 1 ? 'entry agrees' : 'entries agree'} with{' '}
      {sealed === 1 ? 'its seal' : 'their seals'}
      {waiting > 0 ? `; ${waiting} more ${waiting === 1 ? 'waits' : 'wait'} for sealing` : ''}.
      {skipped > 0 ? (
        <span className={classes.head}>
          {skipped.toLocaleString('en-US')} older {skipped === 1 ? 'entry was' : 'entries were'} not compared;
          on the server <code>npm run admin -- verify-audit</code> compares all.
        </span>
      ) : null}
      {head.number > 0 ? (
        <span className={classes.head}>
          The last seal, to be kept elsewhere: {head.number}:{head.hash}
        </span>
      ) : null}
    </Alert>
  );
}
