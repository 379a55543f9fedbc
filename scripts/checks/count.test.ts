import { expect, test } from 'vitest';
import { countPlaywright, countVitest, judgeSkips, summaryLine } from './count.ts';

const vitestFile = (status: string, statuses: string[]) => ({
  name: '/project/src/kernel/money.test.ts',
  status,
  assertionResults: statuses.map((each, index) => ({ fullName: `test ${index}`, status: each })),
});

test('every unit test is one check', () => {
  const count = countVitest({
    testResults: [vitestFile('failed', ['passed', 'failed', 'failed']), vitestFile('passed', ['passed'])],
  });
  expect(count).toMatchObject({ passed: 2, failed: 2, skipped: [] });
});

test('what failed is named, with the first line of its reason', () => {
  const name = '/project/src/kernel/money.test.ts';
  const failed = {
    fullName: 'adds up',
    status: 'failed',
    failureMessages: ['expected 1 to be 2\n  at money'],
  };
  const report = { testResults: [{ name, status: 'failed', assertionResults: [failed] }] };
  expect(countVitest(report).notes).toEqual([`${name}: "adds up": expected 1 to be 2`]);
  expect(countPlaywright(journeys(['unexpected', 'passed'], ['skipped', 'passed'])).notes).toEqual([
    'main-job.spec.ts: "step 0" failed',
    'main-job.spec.ts: "step 1" did not run',
  ]);
});

test('a file that fails without a failed test is one failed check', () => {
  expect(countVitest({ testResults: [vitestFile('failed', [])] })).toMatchObject({
    passed: 0,
    failed: 1,
  });
  expect(countVitest({ testResults: [vitestFile('failed', ['passed'])] })).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test('a run without tests has failed', () => {
  expect(countVitest({ testResults: [] }).failed).toBe(1);
});

const journeys = (...tests: [status: string, expectedStatus: string][]) => ({
  errors: [],
  suites: [
    {
      title: 'main-job.spec.ts',
      file: 'main-job.spec.ts',
      specs: [],
      suites: [
        {
          title: 'the main job',
          file: 'main-job.spec.ts',
          specs: tests.map(([status, expectedStatus], index) => ({
            title: `step ${index}`,
            file: 'main-job.spec.ts',
            tests: [{ status, expectedStatus }],
          })),
        },
      ],
    },
  ],
});

test('every journey is one check; flaky is failed, and so is what never ran', () => {
  const count = countPlaywright(
    journeys(['expected', 'passed'], ['unexpected', 'passed'], ['flaky', 'passed'], ['skipped', 'passed']),
  );
  expect(count).toMatchObject({ passed: 1, failed: 3, skipped: [] });
  expect(countPlaywright({ errors: [{ message: 'no tests found' }], suites: [] }).failed).toBe(1);
});

test('a skipped check counts as failed unless it may be left out', () => {
  const count = countPlaywright(journeys(['skipped', 'skipped'], ['expected', 'passed']));
  expect(judgeSkips(count, () => true)).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: [{ name: 'step 0' }],
  });
  expect(judgeSkips(count, () => false)).toMatchObject({ passed: 1, failed: 1, skipped: [] });
});

test('the last line adds up', () => {
  const one = { passed: 3, failed: 0, skipped: [], notes: [] };
  expect(summaryLine([one, { ...one, failed: 2 }])).toBe('6 passed, 2 failed');
  expect(summaryLine([one, { ...one, skipped: [{ name: 'a', file: 'b' }] }])).toBe(
    '6 passed, 0 failed, 1 skipped',
  );
});
