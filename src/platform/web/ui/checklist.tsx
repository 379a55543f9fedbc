import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconChevronRight,
  IconClockHour4,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { Panel } from './layout/panel.tsx';
import classes from './checklist.module.css';

export interface ChecklistStep {
  title: string;
  reason: string;
  minutes: number;
  href: string;
  /** 'waiting' if someone else must act now. */
  state: 'open' | 'waiting' | 'done';
  isOptional?: boolean;
}

interface ChecklistProps {
  title: string;
  steps: readonly ChecklistStep[];
}

/** Disappears when only optional steps are open. */
export function Checklist({ title, steps }: ChecklistProps) {
  const done = steps.filter(({ state }) => state === 'done');
  if (steps.every(({ state, isOptional }) => state === 'done' || isOptional)) return null;
  return (
    <Panel
      className={classes.panel}
      title={title}
      aside={
        <span className={classes.count}>
          {t('{done} of {count} done', { done: done.length, count: steps.length })}
        </span>
      }
    >
      <ol className={classes.steps}>
        {steps
          .filter(({ state }) => state !== 'done')
          .map((step) => (
            <li key={step.title}>
              <OpenStep {...step} />
            </li>
          ))}
      </ol>
      {done.length > 0 ? (
        <ul className={classes.done} aria-label={t('Done', { context: 'a step' })}>
          {done.map(({ title: step }) => (
            <li key={step}>
              <IconCircleCheckFilled size={18} aria-hidden />
              {step}
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

function OpenStep({ title, reason, minutes, href, state, isOptional = false }: ChecklistStep) {
  const Icon = state === 'waiting' ? IconClockHour4 : IconCircleDashed;
  return (
    <Link to={href} className={classes.row}>
      <Icon size={22} className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.reason}>{reason}</span>
      </span>
      <span className={classes.minutes}>
        {state === 'waiting'
          ? t('In review')
          : isOptional
            ? t('{minutes} min, optional', { minutes })
            : t('{minutes} min', { minutes })}
      </span>
      <IconChevronRight size={18} className={classes.chevron} aria-hidden />
    </Link>
  );
}
