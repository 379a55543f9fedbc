import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconMoon, IconSun, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { useRememberReturnPath } from '#auth/web/return-path.ts';
import { t } from '#kernel/text.ts';
import { useProofsToReview } from '#notifications/web/tasks/use-proofs-to-review.ts';
import { CountBadge } from '#platform/web/ui/states/count-badge.tsx';
import { useUnreadMessages } from '#messages/web/use-unread-messages.ts';
import { Logo } from '#platform/web/ui/layout/logo.tsx';
import classes from './app-header.module.css';
import { getNavigationLinks, type NavigationLink } from './navigation.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { PillLink } from '../pill-button.tsx';
import { HeaderBell } from '../slots.ts';

/** Lazy: menus are a sixth of the component library. */
const ProfileMenu = lazy(() => import('./profile-menu.tsx'));

/**
 * The navigation bar. Visitors see a sign-in link. While the user loads, the bar is empty but keeps its
 * height.
 */
export function AppHeader({ user }: { user: CurrentUser | null | undefined }) {
  const links = user?.userType ? getNavigationLinks(user.userType) : [];
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const remember = useRememberReturnPath();
  const unread = useUnreadMessages();
  const toReview = useProofsToReview();
  useEffect(close, [close, pathname]);
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        {user ? (
          <Link className={classes.home} to="/">
            <Logo folds />
          </Link>
        ) : (
          <a className={classes.home} href="/">
            <Logo folds />
          </a>
        )}
        <nav className={classes.links} aria-label={t('Main')}>
          <Links links={links} unread={unread} toReview={toReview} />
        </nav>
        <div className={classes.tools}>
          {user === undefined ? null : <PaletteButton user={user} />}
          <ColorSchemeToggle />
          {user ? <HeaderBell /> : null}
          {user ? (
            <Suspense fallback={<span className={classes.profilePlace} />}>
              <ProfileMenu user={user} />
            </Suspense>
          ) : null}
          {user === null ? (
            <PillLink
              className={classes.signIn}
              href="/auth/signin"
              tone="inverse"
              onClick={() => remember()}
            >
              {t('Sign In')}
            </PillLink>
          ) : null}
          {links.length > 0 ? (
            <button
              type="button"
              className={classes.burger}
              aria-label={
                opened
                  ? t('Close menu')
                  : unread > 0
                    ? t('Open menu, {count} unread', { count: unread })
                    : t('Open menu')
              }
              data-unread={(!opened && unread > 0) || undefined}
              aria-expanded={opened}
              aria-controls="small-menu"
              onClick={toggle}
            >
              {opened ? <IconX aria-hidden /> : <IconMenu2 aria-hidden />}
            </button>
          ) : null}
        </div>
      </div>
      <nav className={classes.smallMenu} id="small-menu" aria-label={t('Main')} hidden={!opened}>
        <Links links={links} unread={unread} toReview={toReview} />
      </nav>
    </header>
  );
}

interface LinksProps {
  links: readonly NavigationLink[];
  unread: number;
  toReview: number;
}

function Links({ links, unread, toReview }: LinksProps) {
  return links.map(({ to, label }, index) => {
    // An admin has two links to the same page: only the last is marked as current.
    const Entry = links.findLastIndex((link) => link.to === to) === index ? NavLink : Link;
    return (
      <Entry className={classes.link ?? ''} to={to} key={label.text}>
        {t(label)}
        {to === '/messages' ? (
          <CountBadge count={unread} text={t('{count} unread', { count: unread })} />
        ) : null}
        {to === '/proof-review' ? (
          <CountBadge count={toReview} text={t('{count} to decide', { count: toReview })} />
        ) : null}
      </Entry>
    );
  });
}

function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <button
      type="button"
      className={classes.scheme}
      aria-label={isDark ? t('Switch to light mode') : t('Switch to dark mode')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </button>
  );
}
