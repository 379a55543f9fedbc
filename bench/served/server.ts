import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Served } from '../load.ts';

export interface RunningServer<World> extends Served {
  world: World;
  folder: string;
  ask(what: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** Resolves when the server is prepared. */
export async function startServer<World extends { address: string }>(
  file: string,
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<RunningServer<World>> {
  const folder = await mkdtemp(join(tmpdir(), 'promenade-bench-'));
  const server = fork(join(import.meta.dirname, file), {
    execArgv: [...(process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? []), ...nodeOptions, '--import', 'tsx'],
    env: { ...process.env, BENCH_FOLDER: folder, ...env },
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    if (server.connected) server.disconnect();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const ask = async (what: string): Promise<unknown> => {
    server.send(what);
    return (await once(server, 'message'))[0];
  };
  const prepared = await Promise.race([once(server, 'message'), ended.then(() => null)]);
  if (!prepared) {
    await stop();
    throw new Error('the server ended while it was prepared');
  }
  // The file sends what its caller names.
  const world = prepared[0] as World;
  return { world, address: world.address, folder, ask, cpuMs: async () => Number(await ask('cpu')), stop };
}
