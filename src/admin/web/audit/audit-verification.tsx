import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconShieldCheck } from '@tabler/icons-react';
import { getErrorText } from '#platform/web/call.ts';
import type { AuditVerdict } from '../../audit-contract.ts';
import classes from './audit.module.css';
import { useVerifyAudit } from './use-audit.ts';

export function AuditVerification() {
  const verify = useVerifyAudit();
  return (
    <div className={classes.verification}>
      <div className={classes.verifyLine}>
        <p className={classes.about}>Checks whether any entry was changed or removed.</p>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          loading={verify.isPending}
          onClick={() => verify.mutate({})}
        >
          Verify log
        </Button>
      </div>
      <div aria-live="polite">
        {verify.error ? (
          <Alert color="red">
            {getErrorText(verify.error, 'We couldn’t verify the log. Please try again.')}
          </Alert>
        ) : null}
        {verify.data ? <Verdict verdict={verify.data} /> : null}
      </div>
    </div>
  );
}

const problemMessages: Record<AuditVerdict['problems'][number]['kind'], (at: number) => string> = {
  altered: (at) => `Entry ${at} was changed.`,
  removed: (at) => `Entry ${at} was removed.`,
  'seal-missing': (at) => `Seal ${at} is missing.`,
  'never-sealed': (at) => `Entry ${at} was added without a seal.`,
  'other-chain': (at) => `Seal ${at} doesn’t match the saved one.`,
};

function Verdict({
  verdict: { sealed, skipped, expired, waiting, head, problems },
}: {
  verdict: AuditVerdict;
}) {
  if (problems.length > 0) {
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The log was altered">
        <ul className={classes.problems}>
          {problems.map(({ at, kind }) => (
            <li key={`${kind} ${at}`}>{problemMessages[kind](at)}</li>
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
      title={skipped > 0 ? 'The newest entries are intact' : 'The log is intact'}
    >
      {sealed} {sealed === 1 ? 'entry' : 'entries'} verified against{' '}
      {sealed === 1 ? 'its seal' : 'their seals'}
      {waiting > 0 ? `; ${waiting} more ${waiting === 1 ? 'is' : 'are'} not sealed yet` : ''}.
      {skipped > 0 ? (
        <span className={classes.head}>
          {skipped.toLocaleString('en-US')} older {skipped === 1 ? 'entry was' : 'entries were'} not checked.
          Run <code>npm run admin -- verify-audit</code> on the server to check them all.
        </span>
      ) : null}
      {expired > 0 ? (
        <span className={classes.head}>
          {expired.toLocaleString('en-US')} {expired === 1 ? 'entry was' : 'entries were'} deleted after seven
          years.
        </span>
      ) : null}
      {head.number > 0 ? (
        <span className={classes.head}>
          Last seal, to save elsewhere: {head.number}:{head.hash}
        </span>
      ) : null}
    </Alert>
  );
}
