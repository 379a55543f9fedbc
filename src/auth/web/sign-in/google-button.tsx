import { Button } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useId } from 'react';
import { authDomain } from '#auth/domain.ts';
import { t } from '#kernel/text.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { startGoogleSignIn } from '../../contract.ts';
import classes from './sign-in-form.module.css';

/** Links to Google sign-in. If it is not set up, the button is disabled and says why. */
export function GoogleButton() {
  const config = usePublicConfig();
  const reasonId = useId();
  const look = {
    variant: 'default',
    size: 'lg',
    fullWidth: true,
    leftSection: <IconBrandGoogle size={20} aria-hidden />,
  } as const;
  if (config?.googleSignIn) {
    return (
      <Button component="a" href={startGoogleSignIn.path} {...look}>
        {t('Continue with Google')}
      </Button>
    );
  }
  return (
    <div>
      <Button disabled aria-describedby={config ? reasonId : undefined} {...look}>
        {t('Continue with Google')}
      </Button>
      {config ? (
        <p className={classes.reason} id={reasonId}>
          {t(authDomain.refusals['auth/google-unavailable'][1])}
        </p>
      ) : null}
    </div>
  );
}
