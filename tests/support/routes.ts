import type { FastifyInstance } from 'fastify';

/** Every address that the server answers, with its methods, as it was registered: '/api/proofs/:id'. */
export function routesOf(http: FastifyInstance): { method: string; path: string }[] {
  const routes: { method: string; path: string }[] = [];
  const parents: string[] = [];
  // The router's own drawing of its tree is the only list that it gives.
  for (const line of http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part, methods] = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === undefined) continue;
    const depth = (indent ?? '').length / 4;
    parents.length = depth;
    parents.push(part);
    for (const method of methods?.split(', ') ?? []) routes.push({ method, path: parents.join('') });
  }
  return routes;
}
