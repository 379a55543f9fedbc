/**
 * A deploy replaces one process at a time, so the previous version runs on the new schema for a while. Here it is the
 * newest revision that lacks a migration, or the one in PREVIOUS_VERSION. Needs PostgreSQL and the history.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#main/project-root.ts';
import { stageCrashes } from '#tests/support/crash/stage.ts';
import { approve } from '#tests/support/crash/stories.ts';
import { loadMoney, paid, worked } from '#tests/support/crash/worlds.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';

const git = (...words: string[]) => execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8' }).trim();

function findPreviousVersion(): string | undefined {
  if (!process.env.TEST_DATABASE_URL) return undefined;
  if (process.env.PREVIOUS_VERSION) return process.env.PREVIOUS_VERSION;
  try {
    const revisions = git('log', '--format=%P', '--', 'migrations/*.sql').split('\n');
    return revisions.find((revision) => {
      const changes = git(
        'diff',
        '--name-status',
        '--no-renames',
        revision,
        'HEAD',
        '--',
        'migrations/*.sql',
      );
      // A migration that was changed between two releases was never applied with its earlier text.
      return changes !== '' && changes.split('\n').every((change) => change.startsWith('A'));
    });
  } catch {
    // A copy without the history, or a shallow clone.
    return undefined;
  }
}

const previous = findPreviousVersion();
const hasPreviousVersion = previous !== undefined;

describe.skipIf(!hasPreviousVersion)('a deploy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promenade-previous-'));
  const stage = stageCrashes({}, 'server');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(
    'the previous version pays on the new schema, and the new one goes on',
    { timeout: 2 * STORY_LIMIT_MS },
    async () => {
      const archive = execFileSync('git', ['archive', previous ?? ''], {
        cwd: projectRoot,
        maxBuffer: 2 ** 28,
      });
      execFileSync('tar', ['x', '-C', folder], { input: archive });
      symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));

      const before = await worked(stage);
      await stage.runVersion(folder);
      const during = await worked(stage);
      for (const world of [before, during]) {
        await approve(stage, world);
        await stage.waitFor(() => loadMoney(stage, world), paid);
      }
      const after = await worked(stage);
      await stage.runVersion(projectRoot);
      await approve(stage, after);
      for (const world of [before, during, after]) {
        await stage.waitFor(() => loadMoney(stage, world), paid);
      }
      await stage.auditBooks();
      expect(stage.server.isRunning()).toBe(true);
    },
  );
});
