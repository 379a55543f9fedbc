import { t } from '#kernel/text.ts';
import { RichLink } from '#platform/web/rich-link.tsx';
import { rich } from '#platform/web/rich.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import classes from './email-confirmation.module.css';

/** Links to the development mailbox of a local installation. Otherwise suggests the spam folder. */
export function MailboxNote({ email }: { email: string | null }) {
  const config = usePublicConfig();
  if (!config) return null;
  if (!config.developmentMailbox) {
    return <p className={classes.note}>{t('Can’t find it? Check your spam folder.')}</p>;
  }
  const search = email ? `?${new URLSearchParams({ to: email })}` : '';
  return (
    <p className={classes.note}>
      {rich('This installation sends no real email. Read it in the <mailbox>development mailbox</mailbox>.', {
        mailbox: <RichLink href={`/dev/mailbox${search}`} target="_blank" rel="noreferrer" />,
      })}
    </p>
  );
}
