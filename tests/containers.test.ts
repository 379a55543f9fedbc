import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#main/project-root.ts';
import { settings } from '#platform/server/settings/config.ts';

const readRootFile = (name: string) => readFileSync(join(projectRoot, name), 'utf8');

test('the image copies what exists, and the server in it is not root', () => {
  const lines = readRootFile('Dockerfile').split('\n');
  const copied = lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(copied.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  expect(lines.indexOf('USER promenade')).toBeGreaterThan(
    lines.findLastIndex((line) => line.startsWith('FROM ')),
  );
});

test('the containers get only settings that the server knows, and each setting of production', () => {
  const { services } = parse(readRootFile('compose.yaml'), { merge: true });
  const documented = readRootFile('docs/operations.md').split('## In containers')[1] ?? '';
  const given = new Set([
    ...Object.keys(services.web.environment),
    ...Object.keys(services.worker.environment),
  ]);
  expect([...given].filter((name) => !(name in settings))).toEqual([]);
  const missing = Object.entries(settings).filter(
    ([name, setting]) =>
      'production' in setting &&
      setting.production === 'required' &&
      !given.has(name) &&
      !documented.includes(`${name}=`),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
});
