import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './subject-drawer.module.css';
import { useShownSubject } from './use-shown-subject.ts';

interface SubjectDrawerProps<T> {
  subject: T | null;
  renderTitle: (subject: T) => ReactNode;
  /** The panel scrolls to its top when the key changes. */
  toKey: (subject: T) => string;
  children: (subject: T) => ReactNode;
  renderFooter?: (subject: T) => ReactNode;
  onClose: () => void;
  closeLabel: string;
}

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
