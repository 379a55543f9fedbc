import { type Message, t } from '#kernel/text.ts';
import { RichLink } from '#platform/web/rich-link.tsx';
import { rich } from '#platform/web/rich.ts';
import { PillLink } from '../frame/pill-button.tsx';
import classes from './legal-page.module.css';
import { Contact } from './public-facts.tsx';
import { PublicPage } from './public-page.tsx';

export interface LegalTerm {
  name: Message;
  text: Message;
}

type ContactReason = 'terms' | 'information';

export interface LegalSection {
  title: Message;
  paragraphs: readonly Message[];
  points?: readonly Message[];
  terms?: readonly LegalTerm[];
  contactFor?: ContactReason;
}

interface LegalPageProps {
  title: Message;
  /** At most two sentences. Also the page's meta description. */
  summary: Message;
  highlights?: readonly LegalTerm[];
  sections: readonly LegalSection[];
  /** If set, on large screens the sections scroll beside the contents. */
  scrolls?: boolean;
}

export function LegalPage({ title, summary, highlights = [], sections, scrolls = false }: LegalPageProps) {
  return (
    <PublicPage>
      <article className={classes.document}>
        <PillLink href="/">{t('Back to Home')}</PillLink>
        <h1 className={classes.title}>{t(title)}</h1>
        <p className={classes.summary}>{t(summary)}</p>
        <p className={classes.date}>{t('Effective November 26, 2026')}</p>
        <NamedTexts items={highlights} className={classes.highlights} />
        <div className={classes.columns}>
          <Contents sections={sections} />
          {scrolls ? (
            // Focusable, so that keyboard users can scroll it.
            <section
              className={classes.scroll}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              aria-label={t('{title}, all sections', { title })}
            >
              <Sections sections={sections} />
            </section>
          ) : (
            <Sections sections={sections} />
          )}
        </div>
        <PillLink href="/">{t('Back to Home')}</PillLink>
      </article>
    </PublicPage>
  );
}

/** The same in every language: 'how-long-we-keep-it'. */
function formatAnchor(title: Message): string {
  return title.text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav className={classes.contents} aria-label={t('Contents')}>
      <ol>
        {sections.map(({ title }) => (
          <li key={title.text}>
            <a href={`#${formatAnchor(title)}`}>{t(title)}</a>
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
        <li key={title.text} id={formatAnchor(title)}>
          <h2 className={classes.heading}>{t(title)}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph.text}>{t(paragraph)}</p>
          ))}
          {points.length > 0 ? (
            <ul>
              {points.map((point) => (
                <li key={point.text}>{t(point)}</li>
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

function ContactSentence({ reason }: { reason: ContactReason }) {
  const otherwise = t(
    reason === 'terms'
      ? 'Send questions about these terms, notices and complaints to the operator of this site.'
      : 'Send questions and requests about your information to the operator of this site.',
  );
  return (
    <Contact otherwise={<p>{otherwise}</p>}>
      {(email) => (
        <p>
          {rich(
            reason === 'terms'
              ? 'Send questions about these terms, notices and complaints to <mail>{email}</mail>.'
              : 'Send questions and requests about your information to <mail>{email}</mail>.',
            { mail: <RichLink href={`mailto:${email}`} /> },
            { email },
          )}
        </p>
      )}
    </Contact>
  );
}

interface NamedTextsProps {
  items: readonly LegalTerm[];
  className: string | undefined;
}

function NamedTexts({ items, className }: NamedTextsProps) {
  if (items.length === 0) return null;
  return (
    <dl className={className}>
      {items.map(({ name, text }) => (
        <div key={name.text}>
          <dt>{t(name)}</dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  );
}
