import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import { pagePaths } from '#main/page-paths.ts';
import routes from '#main/routes.ts';

function listPaths(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...listPaths(children)]);
}

it('the server knows the path of every page', () => {
  const paths = listPaths(routes).filter((path) => path !== '*');
  expect(pagePaths).toEqual(paths);
});
