/** A TCP proxy in front of the run's PostgreSQL server that can stop forwarding, like a network that fails. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export interface SilentProxy {
  /** Of the same database, through the proxy. */
  url: string;
  /** Keeps all connections open, accepts new ones, and forwards nothing in either direction. */
  silence(): void;
  /** Forwards again, first what arrived during the silence. */
  resume(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host') ?? '';
  const sockets = new Set<Socket>();
  let isSilent = false;
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isSilent) from.pause();
  };
  const server = createServer((client) => {
    const upstream = connect(join(folder, '.s.PGSQL.5432'));
    forward(client, upstream);
    forward(upstream, client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A listening TCP server has one.
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
