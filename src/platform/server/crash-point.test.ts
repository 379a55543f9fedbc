import { afterEach, expect, it } from 'vitest';
import { type Child, startChild } from '#tests/support/child.ts';
import { startNextObject, crashPoint, inJob, nameJob, watchCrashPoints } from './crash-point.ts';

let child: Child | undefined;
afterEach(async () => {
  await child?.kill();
});

it('labels points with their job, numbers them within it, and ignores points outside a job', async () => {
  const labels: string[] = [];
  watchCrashPoints((label) => labels.push(label));
  crashPoint('commit');
  await inJob('effect pay', async () => {
    crashPoint('commit');
    await Promise.resolve();
    crashPoint('call createPayout');
    crashPoint('commit');
    startNextObject();
    crashPoint('commit');
  });
  await inJob(null, async () => {
    crashPoint('commit');
    nameJob('event paid');
    crashPoint('call createPayout');
  });
  expect(await inJob('GET /looks', async () => 'nothing lasts', 'answer')).toBe('nothing lasts');
  await inJob('POST /changes', async () => crashPoint('commit'), 'answer');
  expect(labels).toEqual([
    'effect pay: commit',
    'effect pay: call createPayout',
    'effect pay: commit 2',
    'effect pay: commit',
    'event paid: call createPayout',
    'POST /changes: commit',
    'POST /changes: answer',
  ]);
});

it('kills the process at the given point', async () => {
  child = startChild(`
    import { crashAt, crashPoint, inJob } from ${JSON.stringify(new URL('crash-point.ts', import.meta.url).href)};
    crashAt('effect pay: commit 2');
    await inJob('effect pay', async () => {
      for (const next of ['commit', 'call', 'commit', 'commit']) {
        crashPoint(next);
        process.stdout.write(next + '\\n');
      }
    });`);
  expect(await child.ended()).toBe(null);
  expect(await child.kill()).toEqual(['commit', 'call']);
});
