import { Button, Stack, Text } from '@mantine/core';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/subject-modal.tsx';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { type beginTotp, confirmTotp } from '../second-factor-contract.ts';
import { CodeField } from './code-field.tsx';
import { changedBySecondFactor } from './second-factor-changes.ts';
import { QrCode } from './second-factor-qr-code.tsx';
import classes from './second-factor.module.css';
import { isWrongCode, SignInProblem } from './sign-in-outcome.tsx';
import { useCodeForm } from './use-code-form.ts';

type SetUp = ResponseOf<typeof beginTotp>;

interface AppSetUpProps {
  /** Null: closed. */
  setUp: SetUp | null;
  onClose: () => void;
  onAdded: (recoveryCodes: string[] | null) => void;
}

/** The new secret as a QR code and as text, until the app shows that it has it. */
export function AppSetUp({ setUp, onClose, onAdded }: AppSetUpProps) {
  return (
    <SubjectModal subject={setUp} title="Set up your authenticator app" closeLabel="Cancel" onClose={onClose}>
      {(begun) => <AppForm setUp={begun} onAdded={onAdded} />}
    </SubjectModal>
  );
}

function AppForm({ setUp, onAdded }: Pick<AppSetUpProps, 'onAdded'> & { setUp: SetUp }) {
  const confirm = useCallMutation(confirmTotp, {
    invalidates: changedBySecondFactor,
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const { field, onSubmit } = useCodeForm((code, select) => {
    if (!confirm.isPending && !confirm.isSuccess) confirm.mutate({ body: { code } }, { onError: select });
  });
  const isWrong = isWrongCode(confirm.error);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>Scan this with your authenticator app, then enter the code that it shows.</Text>
        <QrCode text={setUp.address} label="QR code for your authenticator app" />
        <div>
          <Text size="sm" c="dimmed" mb={6}>
            No camera at hand? Enter this key in the app, for codes by time:
          </Text>
          <code className={classes.secret}>{inGroups(setUp.secret)}</code>
        </div>
        <CodeField
          {...field}
          isBusy={confirm.isPending}
          isWrong={isWrong}
          wrongText="That code is not right. Please check that the clock of your phone is set by itself."
        />
        {confirm.error && !isWrong ? <SignInProblem error={confirm.error} remedy="" /> : null}
        <Button type="submit" loading={confirm.isPending}>
          Turn it on
        </Button>
      </Stack>
    </form>
  );
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
