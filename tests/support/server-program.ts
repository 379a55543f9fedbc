/** A server of another project, such as Redis, which ends with the test run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** The guard waits for the end of its standard input, a pipe from this process, however this process ends. */
const guardScript = `
trap '' INT TERM HUP
"$@" >/dev/null 2>&1 &
server=$!
cat >/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
`;

/** Starts a server and returns once it accepts connections. It ends with `stop()`, or with this process. */
export async function startProgram(listArguments: (port: number) => readonly string[]) {
  const port = await findFreePort();
  const guard = spawn('/bin/sh', ['-c', guardScript, 'guard', ...listArguments(port)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(guard, 'exit');
  const stop = async () => {
    guard.stdin.end();
    await ended;
  };
  try {
    await untilAnswering(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}

/** Of this machine. Another process may take it before it is used. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A listening TCP server has one.
  server.close();
  await once(server, 'close');
  return port;
}

const PAUSE_MS = 20;
const ATTEMPTS = 1500;

async function untilAnswering(port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    } finally {
      socket.destroy();
    }
  }
}
