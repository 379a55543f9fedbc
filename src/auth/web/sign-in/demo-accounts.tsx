import { Button, Progress } from '@mantine/core';
import { msg, t, type Message } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { type DemoAccount, demoAccounts, signInAsDemo } from '../../contract.ts';
import { type Leave, signedInHomePath } from '../browser-navigation.ts';
import classes from './sign-in-form.module.css';

const names: Record<DemoAccount, Message> = {
  marketer: msg('Marketer'),
  advertiser: msg('Advertiser'),
  admin: msg('Admin'),
};

/** Renders nothing unless there is a demo world. Shows the progress while the server creates it. */
export function DemoAccounts({ leave }: { leave: Leave }) {
  const config = usePublicConfig();
  const signIn = useCallMutation(signInAsDemo, {
    onSuccess: () => leave(signedInHomePath),
    onError: (error) =>
      showErrorToast(error, t('Something went wrong. Please try again.'), t('Sign In Failed')),
  });
  if (!config?.demoAccounts) return null;
  const { demoWorldPercent: percent } = config;
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <div>
        <h2 className={classes.demoTitle} id="demo-accounts">
          {t('Try a demo account')}
        </h2>
        <p className={classes.demoText}>
          {percent === null
            ? t('Accounts with sample data, on this local installation only.')
            : t('Creating the sample data, {percent}% done.', { percent })}
        </p>
      </div>
      {percent === null ? null : <Progress value={percent} size="sm" aria-label={t('Sample data')} />}
      <div className={classes.demoButtons}>
        {demoAccounts.map((account) => (
          <Button
            key={account}
            variant="default"
            size="sm"
            aria-label={t(
              'Sign in as the demo {account, select, marketer {marketer} advertiser {advertiser} other {admin}}',
              { account },
            )}
            // Stays disabled until the browser leaves: a second click would start a second session.
            disabled={percent !== null || signIn.isPending || signIn.isSuccess}
            onClick={() => signIn.mutate({ body: { account } })}
          >
            {t(names[account])}
          </Button>
        ))}
      </div>
    </section>
  );
}
