import { usePublicConfig } from '#platform/web/use-public-config.ts';
import classes from './email-confirmation.module.css';

/** Links to the development mailbox of a local installation. Otherwise suggests the spam folder. */
export function MailboxNote({ email }: { email: string | null }) {
  const config = usePublicConfig();
  if (!config) return null;
  if (!config.developmentMailbox) {
    return <p className={classes.note}>Can’t find it? Check your spam folder.</p>;
  }
  const search = email ? `?${new URLSearchParams({ to: email })}` : '';
  return (
    <p className={classes.note}>
      This installation sends no real email. Read it in the{' '}
      <a href={`/dev/mailbox${search}`} target="_blank" rel="noreferrer">
        development mailbox
      </a>
      .
    </p>
  );
}
