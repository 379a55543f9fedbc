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

it('help is within the frame of the app’s pages, so that tracking continues while it is read', () => {
  const [frame, ...others] = routes.filter(({ children }) => children !== undefined);
  expect(others).toEqual([]);
  expect(listPaths(frame?.children ?? [])).toEqual(
    expect.arrayContaining(['help', 'help/marketers', 'help/advertisers', 'marketer']),
  );
});
