import { Button } from '@mantine/core';
import { msg, t, type Message } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { DemoAccount, signInAsDemo } from '../../contract.ts';
import { type Leave, signedInHomePath } from '../browser-navigation.ts';
import classes from './sign-in-form.module.css';

const names: Record<DemoAccount, Message> = {
  marketer: msg('Marketer'),
  advertiser: msg('Advertiser'),
  admin: msg('Admin'),
};

/** Renders one sign-in button per role, or nothing unless the demo world exists. */
export function DemoAccounts({ leave }: { leave: Leave }) {
  const config = usePublicConfig();
  const signIn = useCallMutation(signInAsDemo, {
    onSuccess: () => leave(signedInHomePath),
    onError: (error) =>
      showToast({
        title: t('Sign In Failed'),
        message: getErrorText(error, t('Something went wrong. Please try again.')),
        tone: 'error',
      }),
  });
  if (!config?.demoAccounts) return null;
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <div>
        <h2 className={classes.demoTitle} id="demo-accounts">
          {t('Try a demo account')}
        </h2>
        <p className={classes.demoText}>{t('Accounts with sample data, on this local installation only.')}</p>
      </div>
      <div className={classes.demoButtons}>
        {DemoAccount.options.map((account) => (
          <Button
            key={account}
            variant="default"
            size="sm"
            aria-label={t(
              'Sign in as the demo {account, select, marketer {marketer} advertiser {advertiser} other {admin}}',
              { account },
            )}
            // Stays disabled until the browser leaves: a second click would start a second session.
            disabled={signIn.isPending || signIn.isSuccess}
            onClick={() => signIn.mutate({ body: { account } })}
          >
            {t(names[account])}
          </Button>
        ))}
      </div>
    </section>
  );
}
