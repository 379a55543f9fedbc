import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '#kernel/text.ts';
import classes from './sections.module.css';

interface Section {
  /** The anchor, as in /settings#sessions. */
  id: string;
  name: string;
  content: ReactNode;
}

export function SettingsSections({ sections }: { sections: readonly Section[] }) {
  const { hash, key } = useLocation();
  const chosen = sections.find(({ id }) => `#${id}` === hash)?.id;
  useEffect(() => {
    if (!chosen) return;
    const section = document.getElementById(chosen);
    section?.scrollIntoView();
    // The next Tab continues from the section.
    section?.focus({ preventScroll: true });
    // `key` changes when the user clicks the same name again.
  }, [chosen, key]);
  return (
    <div className={classes.layout}>
      <nav className={classes.names} aria-label={t('Settings')}>
        <ul>
          {sections.map(({ id, name }) => (
            <li key={id}>
              <Link to={`#${id}`} aria-current={id === chosen ? 'location' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.sections}>
        {sections.map(({ id, name, content }) => (
          <section key={id} id={id} className={classes.section} aria-label={name} tabIndex={-1}>
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}
