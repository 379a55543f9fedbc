/**
 * npm run bench:start: starts the built server on an empty folder, then five times on the used one. Measures the time
 * until it serves pages, the time until it is ready, and its memory then.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { machineFacts } from './machine.ts';

const RUNS = 5;
const entry = resolve(import.meta.dirname, '../build/server/server.js');
if (!existsSync(entry)) {
  console.error('There is no build yet: npm run build makes one.');
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'promenade-bench-start-'));
try {
  const first = await startOnce();
  const warm: Start[] = [];
  for (let run = 0; run < RUNS; run += 1) warm.push(await startOnce());
  const sorted = warm.toSorted((one, other) => one.readyMs - other.readyMs);
  console.log(machineFacts());
  console.log(
    `first start on an empty folder: pages after ${seconds(first.pagesMs)}, ready with the demo world after ` +
      `${seconds(first.readyMs)}, then ${first.memory}`,
  );
  const times = warm.map(({ readyMs }) => seconds(readyMs)).join(', ');
  const median = sorted[Math.floor(RUNS / 2)] ?? first;
  console.log(`warm starts: ready after ${times}; median ${seconds(median.readyMs)}, then ${median.memory}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Start {
  pagesMs: number;
  readyMs: number;
  memory: string;
}

async function startOnce(): Promise<Start> {
  const begin = performance.now();
  const server = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' },
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  let pagesMs: number | undefined;
  await new Promise<void>((ready, fail) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      pagesMs ??= performance.now() - begin;
      if (line.startsWith('Promenade is ready')) ready();
    });
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  const readyMs = performance.now() - begin;
  const memory = readMemory(server.pid);
  server.kill('SIGTERM');
  await ended;
  return { pagesMs: pagesMs ?? readyMs, readyMs, memory };
}

/** Only Linux tells the memory of another process as a file. */
function readMemory(pid: number | undefined): string {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) && /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1];
  return kilobytes ? `${Math.round(Number(kilobytes) / 1024)} MiB of memory` : 'an unknown amount of memory';
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
