import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The embedded engine's thread as a JavaScript file. The build puts pglite-worker.js beside the bundle (or a folder
 * above its chunks); run from source, as tests and development do, it is compiled once into node_modules/.cache.
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
  // Only here, so that the built server does not load the compiler.
  const { stop, transformSync } = await import('esbuild');
  const { code: javascript } = transformSync(code, { loader: 'ts', format: 'esm', target: 'node20' });
  // The compiler works in a thread of its own, which would stay.
  await stop();
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, javascript);
  // Several test processes may do this at once; each rename puts a whole file in place.
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
