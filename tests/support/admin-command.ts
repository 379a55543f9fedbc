/** `npm run admin` from source, as a process of its own. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export interface Finished {
  code: number | null;
  said: string;
  complained: string;
}

const root = resolve(import.meta.dirname, '../..');

export async function adminCommand(
  words: readonly string[],
  settings: Record<string, string>,
): Promise<Finished> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main/admin-command.ts', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...settings },
  });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (text) => (said += String(text)));
  child.stderr.on('data', (text) => (complained += String(text)));
  const code = await new Promise<number | null>((settle) => child.once('close', settle));
  return { code, said, complained };
}
