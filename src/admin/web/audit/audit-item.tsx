import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import type { AuditEntry } from '../../audit-contract.ts';
import { formatAuditEntry } from './audit-labels.ts';
import classes from './audit.module.css';

export function AuditItem({ entry }: { entry: AuditEntry }) {
  const { at, action, object, reason, details, ipPrefix, requestId, position, seal } = entry;
  const facts = [
    action,
    ...details.map(({ name, value }) => `${name}: ${value}`),
    ...(ipPrefix ? [`from ${ipPrefix}`] : []),
    ...(requestId ? [`request ${requestId}`] : []),
    seal === null ? 'not sealed yet' : `seal ${seal}`,
  ];
  return (
    <li className={classes.entry}>
      <p className={classes.sentence}>{formatAuditEntry(entry)}</p>
      {reason ? <p className={classes.reason}>“{reason}”</p> : null}
      <p className={classes.facts}>
        <time dateTime={at}>{formatDayTime(at)}</time>
        <span>entry {position}</span>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {object.kind === 'account' && object.name !== 'Deleted account' ? (
          <Anchor
            component={Link}
            fz="inherit"
            to={`/admin?user=${object.id}`}
            aria-label={`View the account of ${object.name ?? object.id}`}
          >
            account
          </Anchor>
        ) : (
          <span>
            {object.kind} {object.id}
          </span>
        )}
      </p>
    </li>
  );
}
