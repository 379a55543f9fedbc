/** The commands of `npm run admin`, run in this process. */
import { runAdminCommand } from '../../src/main/admin-command.ts';

export interface Finished {
  code: number;
  said: string;
  complained: string;
}

/** Runs a command with these settings alone, and returns its exit code and what it wrote. */
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
