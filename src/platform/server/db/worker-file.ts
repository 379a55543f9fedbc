import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The build puts pglite-worker.js next to the bundle, or one folder above its chunks. In tests and development, it is
 * compiled once into node_modules/.cache.
 */
export async function pgliteWorkerFile(): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const built of [join(here, 'pglite-worker.js'), join(here, '../pglite-worker.js')]) {
    if (existsSync(built)) return built;
  }
  return compiled(join(here, '../pglite-worker.ts'));
}

async function compiled(source: string): Promise<string> {
  const code = readFileSync(source, 'utf8');
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const folder = join(nearestNodeModules(dirname(source)), '.cache/promenade');
  const file = join(folder, `pglite-worker-${hash}.mjs`);
  if (existsSync(file)) return file;
  // Imported here, so that the built server does not load the compiler.
  const { stop, transformSync } = await import('esbuild');
  const { code: javascript } = transformSync(code, { loader: 'ts', format: 'esm', target: 'node20' });
  // The compiler's thread would otherwise keep running.
  await stop();
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, javascript);
  // Several test processes may compile at once. The rename always puts a complete file in place.
  renameSync(draft, file);
  return file;
}

function nearestNodeModules(folder: string): string {
  const candidate = join(folder, 'node_modules');
  if (existsSync(candidate)) return candidate;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('no node_modules folder above the sources');
  return nearestNodeModules(parent);
}
