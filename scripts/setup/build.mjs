import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SetupError, mustRun } from './run-program.mjs';
import { buildServiceWorker } from './service-worker.mjs';

/**
 * The targets, each with its own folder in build/. `input` says which of the project's files it is built
 * from. `made` is a file that a finished build has.
 */
const targets = {
  browser: {
    output: 'client',
    made: 'index.html',
    input: (path) => !/\/server\/|^src\/wallet-simulator\/|^src\/main\/(?!routes)[a-z-]+\.ts$/.test(path),
    build: buildBrowser,
  },
  server: {
    output: 'server',
    made: 'server.js',
    input: (path) => path.startsWith('src/') && !path.includes('/web/') && !/\.(?:tsx|css)$/.test(path),
    build: buildServer,
  },
};

/**
 * Entry points of the server: the server itself, the admin command, and each thread that starts from its own
 * file.
 */
const serverEntries = {
  server: 'src/main/server.ts',
  admin: 'src/main/admin.ts',
  'pglite-worker': 'src/platform/server/pglite-worker.ts',
};

const inputFolders = ['src', 'public'];
const inputFiles = [
  'package-lock.json',
  'postcss.config.mjs',
  'react-router.config.ts',
  'scripts/setup/build.mjs',
  'scripts/setup/service-worker.mjs',
  'vite.config.ts',
];

export function staleTargets(root) {
  const inputs = listInputs(root);
  return Object.keys(targets).filter((name) => !isFresh(root, name, inputs));
}

/**
 * Builds the named targets in parallel and moves each into place as a whole. Call it under the set-up lock.
 */
export async function buildTargets(root, names) {
  removeLeftovers(root);
  const inputs = listInputs(root);
  const results = await Promise.allSettled(names.map((name) => buildTarget(root, name, inputs)));
  const failures = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
  if (failures.length > 0) throw new SetupError(failures.map((failure) => failure.message).join('\n\n'));
}

/**
 * Returns true if the target is up to date. Compares sizes and modification times first, and contents only if
 * those differ.
 */
function isFresh(root, name, inputs) {
  const stamp = readStamp(root, name);
  if (!stamp || !existsSync(join(root, 'build', targets[name].output, targets[name].made))) return false;
  const own = inputs.filter(({ path }) => targets[name].input(path));
  const glance = hashSizesAndTimes(own);
  if (stamp.glance === glance) return true;
  if (stamp.content !== hashContents(root, own)) return false;
  writeStamp(root, name, { ...stamp, glance });
  return true;
}

async function buildTarget(root, name, inputs) {
  const { output, input, build } = targets[name];
  // Taken before the build, so that a change during the build makes the result stale.
  const own = inputs.filter(({ path }) => input(path));
  const stamp = { glance: hashSizesAndTimes(own), content: hashContents(root, own) };
  const draft = `build/.draft-${name}-${process.pid}`;
  const finished = join(root, await build(root, draft));
  const place = join(root, 'build', output);
  const former = join(root, `build/.former-${name}-${process.pid}`);
  rmSync(stampFile(root, name), { force: true });
  if (existsSync(place)) renameSync(place, former);
  renameSync(finished, place);
  writeStamp(root, name, stamp);
  removeLeftovers(root, name);
}

async function buildBrowser(root, draft) {
  // React Router empties its whole build folder, so both targets must not share one.
  if (!readFileSync(join(root, 'react-router.config.ts'), 'utf8').includes('process.env.BUILD_DIRECTORY')) {
    throw new SetupError(
      'react-router.config.ts must take its buildDirectory from process.env.BUILD_DIRECTORY.',
    );
  }
  await mustRun(
    'The build of the screens',
    process.execPath,
    [join(root, 'node_modules/@react-router/dev/bin.js'), 'build'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: draft } },
  );
  const client = join(draft, 'client');
  await buildServiceWorker(root, client);
  return client;
}

async function buildServer(root, draft) {
  const esbuild = await import('esbuild');
  try {
    const { warnings } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: serverEntries,
      outdir: draft,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      // package.json's sideEffects list is meant for the browser's bundle. The server keeps every import.
      ignoreAnnotations: true,
      logLevel: 'silent',
    });
    for (const text of await esbuild.formatMessages(warnings, { kind: 'warning' })) console.warn(text);
  } catch (error) {
    throw new SetupError(`The build of the server failed. ${error.message}`);
  } finally {
    // Otherwise esbuild's service process would keep running next to the server.
    await esbuild.stop();
  }
  return draft;
}

function listInputs(root) {
  const inFolders = inputFolders.flatMap((folder) => {
    if (!existsSync(join(root, folder))) return [];
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
  });
  return [...inFolders, ...inputFiles.filter((file) => existsSync(join(root, file)))]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, file: join(root, path) }));
}

function hashSizesAndTimes(inputs) {
  const hash = createHash('sha256');
  for (const { path, file } of inputs) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function hashContents(root, inputs) {
  const hash = createHash('sha256');
  for (const { path, file } of inputs) {
    const bytes = readFileSync(file);
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

const stampFile = (root, name) => join(root, `build/.stamp-${name}.json`);

function readStamp(root, name) {
  try {
    return JSON.parse(readFileSync(stampFile(root, name), 'utf8'));
  } catch {
    return undefined;
  }
}

function writeStamp(root, name, stamp) {
  writeFileSync(stampFile(root, name), JSON.stringify(stamp));
}

/**
 * Removes drafts and former builds, including those of a build that was killed. The lock ensures that no
 * other process uses them.
 */
function removeLeftovers(root, name = '') {
  const folder = join(root, 'build');
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(`.draft-${name}`) || entry.startsWith(`.former-${name}`)) {
      rmSync(join(folder, entry), { recursive: true, force: true });
    }
  }
}
