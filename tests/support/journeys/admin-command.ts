import { runAdminCommand } from '#main/admin-command.ts';

export interface Finished {
  code: number;
  said: string;
  complained: string;
}

/** Runs a command with only these settings. Returns its exit code and output. */
export async function adminCommand(
  words: readonly string[],
  settings: Record<string, string>,
): Promise<Finished> {
  const [said, complained]: [string[], string[]] = [[], []];
  const code = await runAdminCommand(
    words,
    { NODE_ENV: 'test', ...settings },
    {
      log: (text: unknown) => said.push(`${text}\n`),
      error: (text: unknown) => complained.push(`${text}\n`),
    },
  );
  return { code, said: said.join(''), complained: complained.join('') };
}
