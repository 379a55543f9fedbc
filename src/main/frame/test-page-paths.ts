import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../routes.ts';

export function hasPage(address: string): boolean {
  return paths.has(address.replace(/[?#].*/, ''));
}

const paths = new Set(listPaths(routes));

function listPaths(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children = [] }) => [
    ...(index ? ['/'] : []),
    ...(path ? [`/${path.replace(/\/:\w+\?$/, '')}`] : []),
    ...listPaths(children),
  ]);
}
