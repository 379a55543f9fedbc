import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconShieldCheck } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { getErrorText } from '#platform/web/call.ts';
import type { AuditVerdict } from '../../audit-contract.ts';
import classes from './audit.module.css';
import { useVerifyAudit } from './use-audit.ts';

export function AuditVerification() {
  const verify = useVerifyAudit();
  return (
    <div className={classes.verification}>
      <div className={classes.verifyLine}>
        <p className={classes.about}>{t('Checks whether any entry was changed or removed.')}</p>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          loading={verify.isPending}
          onClick={() => verify.mutate({})}
        >
          {t('Verify log')}
        </Button>
      </div>
      <div aria-live="polite">
        {verify.error ? (
          <Alert color="red">
            {getErrorText(verify.error, t('We couldn’t verify the log. Please try again.'))}
          </Alert>
        ) : null}
        {verify.data ? <Verdict verdict={verify.data} /> : null}
      </div>
    </div>
  );
}

const problemMessages: Record<AuditVerdict['problems'][number]['kind'], (at: number) => string> = {
  altered: (at) => t('Entry {at} was changed.', { at }),
  removed: (at) => t('Entry {at} was removed.', { at }),
  'seal-missing': (at) => t('Seal {at} is missing.', { at }),
  'never-sealed': (at) => t('Entry {at} was added without a seal.', { at }),
  'other-chain': (at) => t('Seal {at} doesn’t match the saved one.', { at }),
};

function Verdict({
  verdict: { sealed, skipped, expired, waiting, head, problems },
}: {
  verdict: AuditVerdict;
}) {
  if (problems.length > 0) {
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('The log was altered')}>
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
      title={skipped > 0 ? t('The newest entries are intact') : t('The log is intact')}
    >
      {t(
        '{sealed, plural, one {# entry verified against its seal} other {# entries verified against their seals}}{waiting, plural, =0 {} one {; # more is not sealed yet} other {; # more are not sealed yet}}.',
        { sealed, waiting },
      )}
      {skipped > 0 ? (
        <span className={classes.head}>
          {rich(
            '{skipped, plural, one {# older entry was} other {# older entries were}} not checked. Run <code>npm run admin -- verify-audit</code> on the server to check them all.',
            { code: <code /> },
            { skipped },
          )}
        </span>
      ) : null}
      {expired > 0 ? (
        <span className={classes.head}>
          {t('{expired, plural, one {# entry was} other {# entries were}} deleted after seven years.', {
            expired,
          })}
        </span>
      ) : null}
      {head.number > 0 ? (
        <span className={classes.head}>
          {t('Last seal, to save elsewhere: {seal}', { seal: `${head.number}:${head.hash}` })}
        </span>
      ) : null}
    </Alert>
  );
}
