import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import { msg, t } from '#kernel/text.ts';
import { useEndedMutationCount } from '../../query.ts';
import classes from './review-queue.module.css';
import { useFocusAfterEachCall } from '../use-focus-after.ts';

const views = [
  { value: 'pending', label: msg('Waiting') },
  { value: 'approved', label: msg('Approved', { context: 'reviews' }) },
  { value: 'rejected', label: msg('Rejected', { context: 'reviews' }) },
] as const;
export type ReviewView = (typeof views)[number]['value'];

interface ReviewQueueProps {
  label: string;
  /** The focus moves to the list after each decision. */
  decision: EndpointDefinition;
  view: ReviewView;
  onView: (view: ReviewView) => void;
  children: ReactNode;
}

export function ReviewQueue({ label, decision, view, onView, children }: ReviewQueueProps) {
  const place = useFocusAfterEachCall<HTMLElement>(useEndedMutationCount(decision));
  return (
    <div className={classes.queue}>
      <SegmentedControl<ReviewView>
        aria-label={label}
        radius="xl"
        w="fit-content"
        data={views.map(({ value, label: name }) => ({ value, label: t(name) }))}
        value={view}
        onChange={onView}
      />
      <section
        className={classes.queue}
        ref={place}
        tabIndex={-1}
        aria-label={`${label}: ${views.flatMap((each) => (each.value === view ? [t(each.label)] : [])).join('')}`}
      >
        {children}
      </section>
    </div>
  );
}
