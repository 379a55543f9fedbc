import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/main',
  // The set-up script moves the finished build into place, so that a broken one never replaces a good one.
  buildDirectory: 'build/draft',
  // Everything behind sign-in is drawn in the browser; Fastify serves the build and answers app paths with
  // build/client/__spa-fallback.html.
  ssr: false,
  // These pages carry only the script of the theme (see `withoutApp` in src/platform/web/page.ts).
  prerender: ['/', '/terms', '/privacy', '/help', '/help/marketers', '/help/advertisers', '/demo'],
  // The next major version's behaviour, so that it will change nothing here.
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;
