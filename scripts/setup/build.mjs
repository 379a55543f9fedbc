import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress-files.mjs';
import { runProgram, SetupError } from './run-program.mjs';
import { buildServiceWorker } from './service-worker.mjs';

/** `input` returns true for the sources that a target is built from. */
const targets = {
  // First, because npm start uses it while the client is built.
  server: { input: (path) => !/\/web\/|\.tsx$|\.css$/.test(path), build: buildServer },
  client: { input: (path) => !/\/server\/|^packages\//.test(path), build: buildClient },
};

const serverEntries = {
  server: 'src/main/server.ts',
  migrate: 'src/main/migrate.ts',
  admin: 'src/main/admin.ts',
  backup: 'src/main/server/backup/backup.ts',
  doctor: 'src/main/server/doctor/doctor.ts',
  'pglite-worker': 'src/platform/server/pglite-worker.ts',
};

export const allTargets = Object.keys(targets);

const inputFolders = ['src', 'packages', 'public'];
const inputFiles = [
  'package-lock.json',
  'postcss.config.mjs',
  'react-router.config.ts',
  'scripts/setup/build.mjs',
  'scripts/setup/compress-files.mjs',
  'scripts/setup/service-worker.mjs',
  'scripts/setup/trim-contracts.ts',
  'vite.config.ts',
];

// React Router empties this folder when it begins (react-router.config.ts), so it is not build/ itself.
const draft = 'build/draft';

export function listStaleTargets(root) {
  return allTargets.filter((name) => readStamp(root, name) !== hashInputs(root, name));
}

/**
 * Replaces the folder at the end, so that a running server keeps its files if the build fails. Call it under the set-up
 * lock.
 */
export async function buildTarget(root, name) {
  // Taken before the build, so that a change during the build makes the result stale.
  const hash = hashInputs(root, name);
  await targets[name].build(root);
  const place = join(root, 'build', name);
  rmSync(stampFile(root, name), { force: true });
  rmSync(place, { recursive: true, force: true });
  renameSync(join(root, draft, name), place);
  writeFileSync(stampFile(root, name), hash);
}

async function buildClient(root) {
  const { exitCode, output } = await runProgram(
    process.execPath,
    ['node_modules/@react-router/dev/bin.js', 'build'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (exitCode !== 0) throw new SetupError(`The build of the screens failed.\n${output.trim()}`);
  await buildServiceWorker(root, join(draft, 'client'));
  await compressFiles(join(root, draft, 'client/assets'));
}

async function buildServer(root) {
  const { buildSync } = await import('esbuild');
  rmSync(join(root, draft), { recursive: true, force: true });
  // Asynchronous builds leave a service process, which would keep running next to the server.
  buildSync({
    absWorkingDir: root,
    entryPoints: serverEntries,
    outdir: join(draft, 'server'),
    bundle: true,
    // Node cannot import TypeScript from a package, so our own are part of the bundle.
    alias: { '@promenade/wallet-simulator': './packages/wallet-simulator/src/app.ts' },
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // Stack traces need names and lines only, and the process keeps the map.
    sourcesContent: false,
    logLevel: 'warning',
  });
}

function hashInputs(root, name) {
  const files = inputFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  const hash = createHash('sha256');
  for (const path of [...files, ...inputFiles].filter(targets[name].input).sort()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

const stampFile = (root, name) => join(root, `build/.stamp-${name}`);

function readStamp(root, name) {
  const isThere = existsSync(join(root, 'build', name)) && existsSync(stampFile(root, name));
  return isThere ? readFileSync(stampFile(root, name), 'utf8') : undefined;
}
