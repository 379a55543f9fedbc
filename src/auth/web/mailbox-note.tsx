import { usePublicConfig } from '#platform/web/use-public-config.ts';
import classes from './email-confirmation.module.css';

/** Where mail goes in a local installation, and where to look for it elsewhere. */
export function MailboxNote({ email }: { email: string | null }) {
  const config = usePublicConfig();
  if (!config) return null;
  if (!config.developmentMailbox) {
    return <p className={classes.note}>Nothing there? Please look in the spam folder too.</p>;
  }
  const search = email ? `?${new URLSearchParams({ to: email })}` : '';
  return (
    <p className={classes.note}>
      This installation sends no real mail. Read it in the{' '}
      <a href={`/dev/mailbox${search}`} target="_blank" rel="noreferrer">
        development mailbox
      </a>
      .
    </p>
  );
}
