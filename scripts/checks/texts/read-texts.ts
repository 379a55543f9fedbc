import { existsSync, readFileSync } from 'node:fs';
import type { Catalogue } from '#kernel/text.ts';
import { collectTexts, type DeclaredText } from './collect-texts.ts';
import { findUntranslated, type UntranslatedText } from './find-untranslated.ts';

const exempt: Readonly<Record<string, string>> = {
  'src/main/seed/': 'the demo world is written by its people',
  'src/main/demo/': 'so are the samples of the demo dashboards',
  'src/auth/server/sign-in/device-names.ts': 'browsers and systems have one name in every language',
  'src/auth/server/session-figures.ts': 'for operators of the server',
  'src/main/admin-command.ts': 'for operators of the server',
  'src/main/app.ts': 'the health check, for operators of the server',
  'src/main/server/backup/backup-command.ts': 'for operators of the server',
  'src/main/server/crawlers.ts': 'robots.txt and the sitemap',
  'src/main/server/backup/database-backup.ts': 'SQL',
  'src/main/server/backup/lost-keys.ts': 'for operators of the server',
  'src/main/server/doctor/': 'for operators of the server',
  'src/main/server/metrics.ts': 'for operators of the server',
  'src/main/server/platform-simulator.ts': 'for engineers',
  'src/payments/server/figures.ts': 'for operators of the server',
  'src/payments/server/provider/wallet-metrics.ts': 'for operators of the server',
  'src/platform/server/db/': 'SQL, and errors for engineers',
  'src/platform/server/live/': 'the protocol of events',
  'src/platform/server/metrics/': 'for operators of the server',
  'src/platform/server/outbox/': 'names and errors for engineers',
  'src/platform/server/settings/': 'for operators of the server',
  'src/platform/server/storage/': 'errors for engineers',
  'src/platform/server/pglite-worker.ts': 'SQL',
  'src/platform/server/start-error.ts': 'for operators of the server',
  'src/platform/server/http/openapi.ts': 'the API is documented in English',
  'src/platform/server/mail/mailbox-page.ts': 'the mailbox of developers',
  'src/platform/server/places/gazetteer/': 'names of states and cities',
  'src/platform/web/maps/style/': 'map styles, fonts and GeoJSON',
  'src/platform/web/maps/test-page/': 'a page for engineers',
  'src/notifications/server/kinds/': 'docs/notifications.md lists them for engineers, and tests compare them',
};

const isTest = (path: string) =>
  /\/test-[^/]*\.tsx?$|\.test\.tsx?$|-test\.tsx$|\/sample\.ts$|-for-tests\.ts$/.test(path);

export interface TextsOfCode {
  declared: DeclaredText[];
  untranslated: UntranslatedText[];
}

export function readTexts(paths: readonly string[]): TextsOfCode {
  const files = paths
    .filter((path) => /^src\/.*\.tsx?$/.test(path) && !isTest(path))
    .map((path) => ({ path, source: readFileSync(path, 'utf8') }));
  return {
    declared: files.flatMap(({ path, source }) => collectTexts(path, source)),
    untranslated: files
      .filter(({ path }) => !Object.keys(exempt).some((prefix) => path.startsWith(prefix)))
      .flatMap(({ path, source }) => findUntranslated(path, source)),
  };
}

export function readCatalogue(path: string): Catalogue {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Catalogue) : {};
}
