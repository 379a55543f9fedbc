import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { call, getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import {
  beginPasskeyProof,
  getSecondFactorOptions,
  proveSecondFactor,
} from '../../second-factor-contract.ts';
import { CodeField } from '../sign-in/code-field.tsx';
import { answerPasskey, canUsePasskeys, passkeyProblem } from './passkey-browser.ts';
import classes from './second-factor.module.css';
import { isWrongCode } from '../sign-in/sign-in-outcome.tsx';
import { useCodeForm } from '../sign-in/use-code-form.ts';

interface SecondFactorFormProps {
  action: string;
  onProven: () => void;
}

export function SecondFactorForm({ action, onProven }: SecondFactorFormProps) {
  const { data: ways, error, refetch } = useEndpoint(getSecondFactorOptions, undefined, { staleTime: 0 });
  const [isRecovering, setIsRecovering] = useState(false);
  if (error && !ways) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!ways) return <LoadingState />;
  const hasPasskey = ways.passkey && canUsePasskeys();
  const hasOther = ways.totp || hasPasskey;
  if (ways.recoveryCode && (isRecovering || !hasOther)) {
    return (
      <div className={classes.form}>
        <RecoveryForm action={action} onProven={onProven} />
        {hasOther ? (
          <Button variant="default" onClick={() => setIsRecovering(false)}>
            {t('Use another method')}
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <div className={classes.form}>
      {ways.totp ? <AppForm action={action} onProven={onProven} /> : null}
      {hasPasskey ? <PasskeyButton isOnly={!ways.totp} onProven={onProven} /> : null}
      {hasOther ? null : (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          {t('This browser can’t use your passkey. Try the browser or device where you created it.')}
        </Alert>
      )}
      {ways.recoveryCode ? (
        <Button variant="subtle" onClick={() => setIsRecovering(true)}>
          {t('Use a recovery code')}
        </Button>
      ) : null}
    </div>
  );
}

function AppForm({ action, onProven }: SecondFactorFormProps) {
  const prove = useCallMutation(proveSecondFactor, { onSuccess: onProven });
  const { field, onSubmit } = useCodeForm((code, select) => {
    if (!prove.isPending && !prove.isSuccess) prove.mutate({ body: { code } }, { onError: select });
  });
  const isWrong = isWrongCode(prove.error);
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit}>
      <CodeField
        {...field}
        label={t('Code from your authenticator app')}
        isBusy={prove.isPending}
        isWrong={isWrong}
        wrongText={t(
          'That code is incorrect or was already used. Your app shows a new one every 30 seconds.',
        )}
      />
      {prove.error && !isWrong ? (
        <Problem text={getErrorText(prove.error, t('Something went wrong.'))} />
      ) : null}
      <Button type="submit" size="md" loading={prove.isPending}>
        {action}
      </Button>
    </form>
  );
}

function PasskeyButton({ isOnly, onProven }: { isOnly: boolean; onProven: () => void }) {
  const prove = useMutation({
    mutationFn: async () => {
      const passkey = await answerPasskey(await call(beginPasskeyProof));
      await call(proveSecondFactor, { body: { passkey } });
    },
    onSuccess: onProven,
    networkMode: 'always',
  });
  return (
    <>
      {prove.error ? <Problem text={passkeyProblem(prove.error)} /> : null}
      <Button
        data-autofocus={isOnly || undefined}
        variant={isOnly ? 'filled' : 'default'}
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={prove.isPending}
        onClick={() => prove.mutate()}
      >
        {t('Use a passkey')}
      </Button>
    </>
  );
}

function RecoveryForm({ action, onProven }: SecondFactorFormProps) {
  const [recoveryCode, setRecoveryCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const prove = useCallMutation(proveSecondFactor, {
    onSuccess: onProven,
    onError: () => input.current?.select(),
  });
  const isWrong = isWrongCode(prove.error);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (recoveryCode.trim()) prove.mutate({ body: { recoveryCode } });
        else input.current?.focus();
      }}
    >
      <TextInput
        ref={input}
        label={t('Recovery code')}
        description={t('One of the ten codes you saved. Each works once.')}
        placeholder="ABCD-EFGH-JKMN-PQRS"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={recoveryCode}
        onChange={(event) => setRecoveryCode(event.currentTarget.value)}
        readOnly={prove.isPending}
        error={isWrong ? t('That code is incorrect or was already used.') : undefined}
      />
      {prove.error && !isWrong ? (
        <Problem text={getErrorText(prove.error, t('Something went wrong.'))} />
      ) : null}
      <Button type="submit" size="md" loading={prove.isPending}>
        {action}
      </Button>
    </form>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {text}
    </Alert>
  );
}
