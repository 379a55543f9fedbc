import type { FastifyInstance } from 'fastify';

/** Returns every registered path, such as '/api/proofs/:id', with each of its methods. */
export function listRoutes(http: FastifyInstance): { method: string; path: string }[] {
  const routes: { method: string; path: string }[] = [];
  const parents: string[] = [];
  // The router lists its routes only as a drawing of its tree.
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
