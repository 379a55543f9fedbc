import type { MouseEvent, ReactNode } from 'react';
import { Logo } from '#platform/web/ui/layout/logo.tsx';
import { PillLink } from '../frame/pill-button.tsx';
import { landing } from './landing-content.ts';
import { LineIcon } from './line-icon.tsx';
import { Contact, PublicFactsProvider } from './public-facts.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import classes from './public-page.module.css';

const sections = [
  { href: '/#how-it-works', label: 'How it works' },
  { href: '/#features', label: 'Features' },
  { href: '/#pricing', label: 'Pricing' },
  { href: '/#contact', label: 'Contact' },
];

/**
 * Draws the header and footer of pages without the app. Every link is a full page load, and the small menu is a
 * <details>, which opens without a script.
 */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <PublicFactsProvider>
      <div className={classes.page}>
        <a className={classes.skip} href="#content" onClick={skip}>
          Skip to content
        </a>
        <PublicHeader />
        <main id="content" tabIndex={-1} className={classes.content}>
          {children}
        </main>
        <PublicFooter />
      </div>
    </PublicFactsProvider>
  );
}

/** Keeps the address of pages with scripts: the token of a shared report follows its number sign. */
function skip(event: MouseEvent): void {
  const content = document.getElementById('content');
  if (!content) return;
  event.preventDefault();
  content.focus();
}

function PublicHeader() {
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <a className={classes.home} href="/">
          <Logo />
        </a>
        <nav className={classes.sections} aria-label="Sections">
          <SectionLinks />
        </nav>
        <div className={classes.doors}>
          <div className={classes.theme}>
            <ThemeSwitch />
          </div>
          <a className={classes.signIn} href="/auth/signin">
            Sign In
          </a>
          <PillLink className={classes.start} href="/auth/signin" tone="inverse">
            Get Started
          </PillLink>
          <details className={classes.menu}>
            <summary className={classes.menuButton} aria-label="Menu">
              <LineIcon name="menu" />
            </summary>
            <nav className={classes.menuLinks} aria-label="Menu">
              <SectionLinks />
              <a className={classes.section} href="/auth/signin">
                Sign In
              </a>
              <a className={classes.section} href="/demo">
                Try Demo
              </a>
              <div className={classes.menuTheme}>
                <ThemeSwitch />
              </div>
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}

function SectionLinks() {
  return sections.map(({ href, label }) => (
    <a className={classes.section} href={href} key={href}>
      {label}
    </a>
  ));
}

function PublicFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.footerBar}>
        <a className={classes.home} href="/">
          <Logo size={26} />
        </a>
        <nav className={classes.footerLinks} aria-label="Help and legal">
          <a href="/help">Help</a>
          <a href="/terms">Terms of Service</a>
          <a href="/privacy">Privacy Policy</a>
          <Contact>{(email) => <a href={`mailto:${email}`}>{email}</a>}</Contact>
        </nav>
        <p className={classes.notice}>{landing.notice}</p>
      </div>
    </footer>
  );
}
