import { Button, Stack, Text } from '@mantine/core';
import { encode } from 'uqr';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { type beginTotp, confirmTotp } from '../../second-factor-contract.ts';
import { CodeField } from '../sign-in/code-field.tsx';
import { secondFactorQueries } from './second-factor-changes.ts';
import classes from './second-factor.module.css';
import { isWrongCode, SignInProblem } from '../sign-in/sign-in-outcome.tsx';
import { useCodeForm } from '../sign-in/use-code-form.ts';

type SetUp = ResponseOf<typeof beginTotp>;

interface AppSetUpProps {
  setUp: SetUp | null;
  onClose: () => void;
  onAdded: (recoveryCodes: string[] | null) => void;
}

export function AppSetUp({ setUp, onClose, onAdded }: AppSetUpProps) {
  return (
    <SubjectModal
      subject={setUp}
      title={t('Set up your authenticator app')}
      closeLabel={t('Cancel')}
      onClose={onClose}
    >
      {(begun) => <AppForm setUp={begun} onAdded={onAdded} />}
    </SubjectModal>
  );
}

function AppForm({ setUp, onAdded }: Pick<AppSetUpProps, 'onAdded'> & { setUp: SetUp }) {
  const confirm = useCallMutation(confirmTotp, {
    invalidates: secondFactorQueries,
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const { field, onSubmit } = useCodeForm((code, select) => {
    if (!confirm.isPending && !confirm.isSuccess) confirm.mutate({ body: { code } }, { onError: select });
  });
  const isWrong = isWrongCode(confirm.error);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>{t('Scan this with your authenticator app, then enter the code it shows.')}</Text>
        <QrCode text={setUp.address} label={t('QR code for your authenticator app')} />
        <div>
          <Text size="sm" c="dimmed" mb={6}>
            {t('Can’t scan it? Enter this key in the app as a time-based key:')}
          </Text>
          <code className={classes.secret}>{inGroups(setUp.secret)}</code>
        </div>
        <CodeField
          {...field}
          isBusy={confirm.isPending}
          isWrong={isWrong}
          wrongText={t('That code is incorrect. Check that your phone sets its time automatically.')}
        />
        {confirm.error && !isWrong ? <SignInProblem error={confirm.error} remedy="" /> : null}
        <Button type="submit" loading={confirm.isPending}>
          {t('Turn on')}
        </Button>
      </Stack>
    </form>
  );
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Width of the light margin that scanners need (ISO 18004). */
const QUIET_MODULES = 4;

/** Dark on light in both colour schemes because scanners need that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <figure className={classes.qr} aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </figure>
  );
}
