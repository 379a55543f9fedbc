import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { Logo } from '#platform/web/ui/layout/logo.tsx';
import classes from './auth-frame.module.css';
import { useCurrentUser } from '../use-current-user.ts';

interface AuthFrameProps {
  artwork: ReactNode;
  /** A mailed link may belong to another account. */
  showsWhenSignedIn?: boolean;
  children: ReactNode;
}

export function AuthFrame({ artwork, showsWhenSignedIn = false, children }: AuthFrameProps) {
  const { user } = useCurrentUser();
  if (user && !showsWhenSignedIn) return <Navigate to="/" replace />;
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <header>
          <a className={classes.home} href="/">
            <Logo />
          </a>
        </header>
        <main className={classes.content}>{children}</main>
      </div>
      <div className={classes.artwork} aria-hidden>
        <div className={classes.picture}>{artwork}</div>
      </div>
    </div>
  );
}

export function AuthTitle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{children}</p>
    </div>
  );
}
