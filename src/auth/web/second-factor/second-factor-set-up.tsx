import { Button } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { beginPasskey, beginTotp, type PasskeyCreation } from '../../second-factor-contract.ts';
import { useIdentityConfirmation } from './identity-confirmation.tsx';
import { canUsePasskeys } from './passkey-browser.ts';
import { PasskeySetUp } from './passkey-set-up.tsx';
import { AppSetUp } from './second-factor-app-set-up.tsx';
import { RecoveryCodes } from './second-factor-recovery-codes.tsx';
import classes from './second-factor.module.css';

type Stage =
  | { name: 'app'; setUp: ResponseOf<typeof beginTotp> }
  | { name: 'passkey'; creation: PasskeyCreation }
  | { name: 'codes'; codes: readonly string[] }
  | null;

interface SecondFactorSetUpProps {
  hasApp: boolean;
  onAdded?: () => void;
}

export function SecondFactorSetUp({ hasApp, onAdded }: SecondFactorSetUpProps) {
  const [stage, setStage] = useState<Stage>(null);
  const identity = useIdentityConfirmation();
  const app = useCallMutation(beginTotp, {
    onSuccess: (setUp) => setStage({ name: 'app', setUp }),
    onError: (error) => identity.isNeededFor(error, () => app.mutate({})) || showErrorToast(error),
  });
  const passkey = useCallMutation(beginPasskey, {
    onSuccess: (creation) => setStage({ name: 'passkey', creation }),
    onError: (error) => identity.isNeededFor(error, () => passkey.mutate({})) || showErrorToast(error),
  });
  const finish = () => {
    setStage(null);
    showToast({
      title: t('Second factor added'),
      message: t('We’ll ask for it when you sign in.'),
      tone: 'success',
    });
    onAdded?.();
  };
  const end = (codes: string[] | null) => (codes ? setStage({ name: 'codes', codes }) : finish());
  const canHavePasskeys = canUsePasskeys();
  return (
    <>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          disabled={!canHavePasskeys}
          loading={passkey.isPending}
          onClick={() => passkey.mutate({})}
        >
          {t('Add a passkey')}
        </Button>
        {hasApp ? null : (
          <Button
            variant={canHavePasskeys ? 'default' : 'filled'}
            leftSection={<IconDeviceMobile size={18} aria-hidden />}
            loading={app.isPending}
            onClick={() => app.mutate({})}
          >
            {t('Set up an authenticator app')}
          </Button>
        )}
      </div>
      {canHavePasskeys ? null : (
        <p className={classes.detail}>{t('This browser doesn’t support passkeys here.')}</p>
      )}
      <AppSetUp
        setUp={stage?.name === 'app' ? stage.setUp : null}
        onClose={() => setStage(null)}
        onAdded={end}
      />
      <PasskeySetUp
        creation={stage?.name === 'passkey' ? stage.creation : null}
        onClose={() => setStage(null)}
        onAdded={end}
      />
      <RecoveryCodes codes={stage?.name === 'codes' ? stage.codes : null} onSaved={finish} />
      {identity.dialog}
    </>
  );
}
