import { PillLink } from '../frame/pill-button.tsx';
import classes from './legal-page.module.css';
import { Contact } from './public-facts.tsx';
import { PublicPage } from './public-page.tsx';

/** One point with its name in front. */
export interface LegalTerm {
  name: string;
  text: string;
}

export interface LegalSection {
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
  terms?: readonly LegalTerm[];
  /** What the operator's address is for: 'questions about these terms'. */
  contactFor?: string;
}

interface LegalPageProps {
  title: string;
  /** At most two sentences; also used as the page's meta description. */
  summary: string;
  highlights?: readonly LegalTerm[];
  sections: readonly LegalSection[];
  /** If set, on large screens the sections scroll beside the contents. */
  scrolls?: boolean;
}

export function LegalPage({ title, summary, highlights = [], sections, scrolls = false }: LegalPageProps) {
  return (
    <PublicPage>
      <article className={classes.document}>
        <PillLink href="/">Back to Home</PillLink>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.summary}>{summary}</p>
        <p className={classes.date}>Effective November 26, 2026</p>
        <NamedTexts items={highlights} className={classes.highlights} />
        <div className={classes.columns}>
          <Contents sections={sections} />
          {scrolls ? (
            // Focusable, so that keyboard users can scroll it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <section className={classes.scroll} tabIndex={0} aria-label={`${title}, all sections`}>
              <Sections sections={sections} />
            </section>
          ) : (
            <Sections sections={sections} />
          )}
        </div>
        <PillLink href="/">Back to Home</PillLink>
      </article>
    </PublicPage>
  );
}

/** Returns the id of a section: 'how-long-we-keep-it'. */
function formatAnchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav className={classes.contents} aria-label="Contents">
      <ol>
        {sections.map(({ title }) => (
          <li key={title}>
            <a href={`#${formatAnchor(title)}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Sections({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol className={classes.sections}>
      {sections.map(({ title, paragraphs, points = [], terms = [], contactFor }) => (
        <li key={title} id={formatAnchor(title)}>
          <h2 className={classes.heading}>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points.length > 0 ? (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
          <NamedTexts items={terms} className={classes.terms} />
          {contactFor ? <ContactSentence reason={contactFor} /> : null}
        </li>
      ))}
    </ol>
  );
}

function ContactSentence({ reason }: { reason: string }) {
  return (
    <Contact otherwise={<p>Send {reason} to the operator of this site.</p>}>
      {(email) => (
        <p>
          Send {reason} to <a href={`mailto:${email}`}>{email}</a>.
        </p>
      )}
    </Contact>
  );
}

interface NamedTextsProps {
  items: readonly { name: string; text: string }[];
  className: string | undefined;
}

function NamedTexts({ items, className }: NamedTextsProps) {
  if (items.length === 0) return null;
  return (
    <dl className={className}>
      {items.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
