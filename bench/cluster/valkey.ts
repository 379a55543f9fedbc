import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { serverOwner } from '#tests/support/databases/postgres.ts';
import { findFreePort } from '#tests/support/server-program.ts';
import { Program } from './program.ts';

/** Rate limits are worth nothing after a restart, so nothing is saved to the disk. */
export async function startValkey(path: string, folder: string): Promise<{ program: Program; url: string }> {
  const port = await findFreePort();
  const program = new Program({
    name: 'valkey',
    words: [path, '--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', folder],
    log: join(folder, 'valkey.log'),
    isReady: async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
      return true;
    },
    owner: serverOwner(),
    cwd: folder,
  });
  await program.start();
  return { program, url: `redis://127.0.0.1:${port}` };
}
