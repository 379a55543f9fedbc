import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { listSecondFactors, renewRecoveryCodes } from '../../second-factor-contract.ts';
import { type IdentityConfirmation, useIdentityConfirmation } from './identity-confirmation.tsx';
import { RecoveryCodes } from './second-factor-recovery-codes.tsx';
import { SecondFactorRow } from './second-factor-row.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';
import classes from './second-factor.module.css';

export function SecondFactorsPanel() {
  const { data, error, refetch } = useEndpoint(listSecondFactors, undefined, { staleTime: 0 });
  const isOn = data !== undefined && data.factors.length > 0;
  return (
    <Panel
      title={t('Second factors')}
      aside={
        data ? (
          <StatusBadge tone={isOn ? 'positive' : 'neutral'}>{isOn ? t('On') : t('Off')}</StatusBadge>
        ) : null
      }
    >
      {data ? (
        <SecondFactors {...data} />
      ) : error ? (
        <ErrorState
          error={error}
          title={t('Your second factors could not be loaded')}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function SecondFactors({ factors, recoveryCodesLeft, isRequired }: ResponseOf<typeof listSecondFactors>) {
  const identity = useIdentityConfirmation();
  return (
    <>
      <p className={classes.note}>
        {factors.length === 0
          ? t(
              'Add a passkey or an authenticator app to protect your account if someone gets into your email.',
            )
          : t('We ask for one of these when you sign in and before important changes.')}
        {isRequired ? ` ${t('Administrators need at least one.')}` : ''}
      </p>
      {factors.length > 0 ? (
        <RowList>
          {factors.map((factor) => (
            <SecondFactorRow
              factor={factor}
              isLast={factors.length === 1}
              identity={identity}
              key={factor.id}
            />
          ))}
          <RecoveryCodesRow left={recoveryCodesLeft} identity={identity} />
        </RowList>
      ) : null}
      <SecondFactorSetUp hasApp={factors.some(({ kind }) => kind === 'totp')} />
      {identity.dialog}
    </>
  );
}

function RecoveryCodesRow({ left, identity }: { left: number; identity: IdentityConfirmation }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useCallMutation(renewRecoveryCodes, {
    invalidates: [listSecondFactors],
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onError: (error) => {
      if (identity.isNeededFor(error, () => renew.mutate({}))) return;
      showErrorToast(error);
    },
  });
  return (
    <Row
      picture={
        <span className={classes.icon} aria-hidden>
          <IconLifebuoy size={22} />
        </span>
      }
      name={
        <>
          {t('Recovery codes')}
          {left < 3 ? <StatusBadge tone="waiting">{t('Few left')}</StatusBadge> : null}
        </>
      }
      detail={t('{left} of 10 left. Each works once.', { left })}
    >
      <Button variant="default" size="sm" loading={renew.isPending} onClick={() => renew.mutate({})}>
        {t('Get new codes')}
      </Button>
      <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
    </Row>
  );
}
