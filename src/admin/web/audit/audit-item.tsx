import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import type { AuditEntry } from '../../audit-contract.ts';
import { type AuditWords, formatAuditDetail, splitAuditEntry } from './audit-labels.ts';
import classes from './audit.module.css';

export function AuditItem({ entry }: { entry: AuditEntry }) {
  const { at, reason, details } = entry;
  return (
    <li className={classes.entry}>
      <time className={classes.time} dateTime={at}>
        {formatTimeOfDay(at)}
      </time>
      <div className={classes.words}>
        <p className={classes.sentence}>
          {splitAuditEntry(entry).map((words, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the pieces of a sentence never move
            <Words key={index} {...words} />
          ))}
        </p>
        {reason ? <p className={classes.reason}>“{reason}”</p> : null}
        {details.length > 0 ? (
          <p className={classes.facts}>
            {details.map((detail) => (
              <span key={detail.name}>{formatAuditDetail(detail)}</span>
            ))}
          </p>
        ) : null}
      </div>
      <Evidence entry={entry} />
    </li>
  );
}

function Words({ text, to, isName = false }: AuditWords) {
  if (to) {
    return (
      <Anchor component={Link} to={to} inherit fw={640}>
        {text}
      </Anchor>
    );
  }
  return isName ? <b>{text}</b> : text;
}

function Evidence({ entry: { position, action, object, ipPrefix, requestId, seal } }: { entry: AuditEntry }) {
  const facts = [
    [t('Entry'), String(position)],
    [t('Action'), action],
    [t('Target'), `${object.kind} ${object.id}`],
    [t('Network'), ipPrefix],
    [t('Request'), requestId],
    [t('Seal'), seal === null ? t('Not sealed yet') : String(seal)],
  ] as const;
  return (
    <details className={classes.evidence}>
      <summary>
        {rich(
          'Details<unseen> of entry {position}</unseen>',
          { unseen: <span className={classes.unseen} /> },
          { position },
        )}
      </summary>
      <dl className={classes.facts}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </details>
  );
}
