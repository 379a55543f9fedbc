import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './subject-drawer.module.css';
import { useShownSubject } from './use-shown-subject.ts';

interface SubjectDrawerProps<T> {
  /** The subject of the panel. If null, the panel is closed. */
  subject: T | null;
  renderTitle: (subject: T) => ReactNode;
  /** Identifies the subject: the panel scrolls to its top when another one is shown. */
  toKey: (subject: T) => string;
  children: (subject: T) => ReactNode;
  /** Stays in view below the content. */
  renderFooter?: (subject: T) => ReactNode;
  onClose: () => void;
  closeLabel: string;
}

/** A panel at the side of the screen about a subject, or the whole screen of a phone. */
export function SubjectDrawer<T>(props: SubjectDrawerProps<T>) {
  const { subject, renderTitle, toKey, children, renderFooter, onClose, closeLabel } = props;
  const isPhone = useMediaQuery('(max-width: 40em)');
  const { isOpen, last, forget } = useShownSubject(subject);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={forget}
      position="right"
      size={isPhone ? '100%' : 500}
      title={last === null ? '' : renderTitle(last)}
      closeButtonProps={{ 'aria-label': closeLabel }}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {last === null ? null : (
        // A fading panel accepts no input, so that a double click does not act twice.
        <div className={classes.inside} inert={!isOpen}>
          <div className={classes.scroll} key={toKey(last)}>
            {children(last)}
          </div>
          {renderFooter ? <div className={classes.footer}>{renderFooter(last)}</div> : null}
        </div>
      )}
    </Drawer>
  );
}
