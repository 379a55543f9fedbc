import type { MouseEvent, ReactNode } from 'react';
import { msg, t } from '#kernel/text.ts';
import { Logo } from '#platform/web/ui/layout/logo.tsx';
import { PillLink } from '../frame/pill-button.tsx';
import { landing } from './landing/landing-content.ts';
import { LanguageLinks } from './language-links.tsx';
import { LineIcon } from './line-icon.tsx';
import { Contact, PublicFactsProvider } from './public-facts.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import classes from './public-page.module.css';

const sections = [
  { href: '/#how-it-works', label: msg('How it works') },
  { href: '/#features', label: msg('Features') },
  { href: '/#pricing', label: msg('Pricing') },
  { href: '/#contact', label: msg('Contact') },
];

/**
 * For pages without the app. Every link is a full page load, and the small menu is a <details>, which opens
 * without a script.
 */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <PublicFactsProvider>
      <div className={classes.page}>
        <a className={classes.skip} href="#content" onClick={skip}>
          {t('Skip to content')}
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
        <nav className={classes.sections} aria-label={t('Sections')}>
          <SectionLinks />
        </nav>
        <div className={classes.doors}>
          <div className={classes.theme}>
            <ThemeSwitch />
          </div>
          <a className={classes.signIn} href="/auth/signin">
            {t('Sign In')}
          </a>
          <PillLink className={classes.start} href="/auth/signin" tone="inverse">
            {t('Get Started')}
          </PillLink>
          <details className={classes.menu}>
            <summary className={classes.menuButton} aria-label={t('Menu')}>
              <LineIcon name="menu" />
            </summary>
            <nav className={classes.menuLinks} aria-label={t('Menu')}>
              <SectionLinks />
              <a className={classes.section} href="/auth/signin">
                {t('Sign In')}
              </a>
              <a className={classes.section} href="/demo">
                {t('Try Demo')}
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
      {t(label)}
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
        <nav className={classes.footerLinks} aria-label={t('Help and legal')}>
          <a href="/help">{t('Help')}</a>
          <a href="/terms">{t('Terms of Service')}</a>
          <a href="/privacy">{t('Privacy Policy')}</a>
          <Contact>{(email) => <a href={`mailto:${email}`}>{email}</a>}</Contact>
          <LanguageLinks />
        </nav>
        <p className={classes.notice}>{t(landing.notice)}</p>
      </div>
    </footer>
  );
}
