import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import headingFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import { type ReactNode, useEffect } from 'react';
import { Links, Meta, type MetaDescriptor, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { getLanguage } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { usePageHandle } from '#platform/web/page.ts';
import { LogoMark } from '#platform/web/ui/layout/logo.tsx';
import '#platform/web/zod-without-eval.ts';
import '#platform/web/ui/tokens.css';
// Linked by URL: an import would add the component library's styles to the public pages.
import componentStyles from '#platform/web/ui/components.css?url';
import { BrokenPage } from './frame/gates/broken-page.tsx';
import { useIsPrerendering } from './frame/prerendering.ts';
import { Providers } from './frame/providers.tsx';
import { COMPONENT_STYLES } from './frame/component-styles.ts';
import { useForgetPageHead } from './frame/use-forget-page-head.ts';
import { registerServiceWorker } from './offline/register-service-worker.ts';
import { splashTexts } from './splash-contract.ts';
import classes from './root.module.css';

const [loadingText, scriptText] = splashTexts;

export const meta = (): MetaDescriptor[] => [{ title: 'Promenade' }];

/** Public pages are plain HTML with their own styles, and one script for the theme. */
export function Layout({ children }: { children: ReactNode }) {
  const isWithoutApp = useIsWithoutApp();
  return (
    <html lang={getLanguage()} {...(isWithoutApp ? {} : mantineHtmlProps)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf9f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131210" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={headingFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
        {/* Without async, so that it runs before the page is drawn. */}
        {isWithoutApp ? <script src="/theme.js" /> : <ColorSchemeScript defaultColorScheme="auto" />}
      </head>
      <body>
        {children}
        {isWithoutApp ? null : (
          <>
            {/* After the text that the browser shows while the app loads, which needs none of them. */}
            <link rel="stylesheet" href={componentStyles} {...{ [COMPONENT_STYLES]: true }} />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  const isWithoutApp = useIsWithoutApp();
  useEffect(() => void registerServiceWorker(), []);
  useForgetPageHead();
  if (isWithoutApp) return <Outlet />;
  return (
    <Providers>
      <Outlet />
    </Providers>
  );
}

export function HydrateFallback() {
  return (
    <div className={classes.splash}>
      <LogoMark size={52} />
      <p className={classes.splashText}>{t(loadingText)}</p>
      <noscript>
        <p className={classes.splashText}>{t(scriptText)}</p>
      </noscript>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <main className={classes.broken}>
      <BrokenPage />
    </main>
  );
}

/** In the browser, the document always belongs to the app. */
function useIsWithoutApp(): boolean {
  const { withoutApp = false } = usePageHandle();
  return useIsPrerendering() && withoutApp;
}
