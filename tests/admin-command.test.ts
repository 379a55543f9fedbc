import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test, vi } from 'vitest';
import { lockDataFolder } from '#platform/server/db/data-lock.ts';
import { adminCommand } from './support/journeys/admin-command.ts';
import { prepareDataFolder } from './support/databases/database.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'promenade-admin-'));
  await prepareDataFolder(dataDir);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const admin = (...words: string[]) => adminCommand(words, { DATA_DIR: dataDir });

it('prints its usage', async () => {
  const { code, said } = await admin('--help');
  expect(code).toBe(0);
  for (const command of [
    'grant',
    'revoke',
    'list',
    'reset-second-factors',
    'verify-audit',
    'release-payments',
  ])
    expect(said).toContain(`admin -- ${command}`);
});

test.each([
  [['promote', 'ada@promenade.test'], 'Unknown command: promote'],
  [['grant', 'ada'], 'ada is not an email address'],
  [['reset-second-factors'], 'An email address is missing'],
])('rejects %j and changes nothing', async (words, problem) => {
  const { code, complained } = await admin(...words);
  expect(code).toBe(2);
  expect(complained).toContain(problem);
});

it('works on the embedded database, from one command to the next', async () => {
  expect(await admin('grant', 'Ada@Promenade.test')).toMatchObject({
    code: 0,
    said: expect.stringContaining('ada@promenade.test has no account yet. It becomes an administrator when'),
  });
  const { code, said } = await admin('list');
  expect(code).toBe(0);
  expect(said).toMatch(/^ada@promenade\.test {2}since \S+ {2}has not signed in yet\n$/);
});

it('exits with the command’s exit code', async () => {
  const { argv, exitCode } = process;
  const complain = vi.spyOn(console, 'error').mockReturnValue();
  try {
    process.argv = [...argv.slice(0, 2), 'promote'];
    await import('#main/admin.ts');
    expect(process.exitCode).toBe(2);
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
  }
  expect(complain).toHaveBeenCalledWith(expect.stringContaining('Unknown command: promote'));
});

it('says that the server must be stopped first if it runs', async () => {
  const lock = await lockDataFolder(dataDir);
  try {
    const { code, complained } = await admin('grant', 'bea@promenade.test');
    expect(code).toBe(1);
    expect(complained).toContain('the server is running. Stop it first');
    expect(complained).not.toContain('    at ');
  } finally {
    await lock.release();
  }
});
