import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import { useEndedMutationCount } from '../../query.ts';
import classes from './review-queue.module.css';
import { useFocusAfterEachCall } from '../use-focus-after.ts';

const views = [
  { value: 'pending', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const;
export type ReviewView = (typeof views)[number]['value'];

interface ReviewQueueProps {
  /** Names the items, such as 'Identity checks'. */
  label: string;
  /** The endpoint that decides an item. The focus moves to the list after each decision. */
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
        data={[...views]}
        value={view}
        onChange={onView}
      />
      <section
        className={classes.queue}
        ref={place}
        tabIndex={-1}
        aria-label={`${label}: ${views.find(({ value }) => value === view)?.label}`}
      >
        {children}
      </section>
    </div>
  );
}
