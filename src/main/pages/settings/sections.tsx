import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import classes from './sections.module.css';

interface Section {
  /** Its anchor: /settings#sessions. */
  id: string;
  name: string;
  content: ReactNode;
}

/** Sections one below the other, with a list of their names beside them, or above them on a phone. */
export function SettingsSections({ sections }: { sections: readonly Section[] }) {
  const { hash, key } = useLocation();
  const chosen = sections.find(({ id }) => `#${id}` === hash)?.id;
  useEffect(() => {
    if (!chosen) return;
    const section = document.getElementById(chosen);
    section?.scrollIntoView();
    // So that the next Tab goes on from there.
    section?.focus({ preventScroll: true });
    // Choosing the same name again leads there again.
  }, [chosen, key]);
  return (
    <div className={classes.layout}>
      <nav className={classes.names} aria-label="Settings">
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
