import { expect, test } from 'vitest';
import { countPlaywright, countVitest, emptyCount, failUnallowedSkips, summaryLine } from './count.ts';

const asReport = (parts: object) => JSON.parse(JSON.stringify(parts));

const file = '/project/src/kernel/money.test.ts';
const vitestFile = (status: string, statuses: string[]) => ({
  name: file,
  status,
  startTime: 1000,
  endTime: 3500,
  assertionResults: statuses.map((each, index) => ({
    fullName: `test ${index}`,
    status: each,
    location: { line: 10 + index },
    failureMessages: each === 'failed' ? ['expected 1 to be 2\n  at money'] : [],
  })),
});

test('counts each test, and names what failed with its line and reason', () => {
  const count = countVitest(asReport({ testResults: [vitestFile('failed', ['passed', 'failed'])] }));
  expect(count).toEqual({
    passed: 1,
    titles: ['test 0'],
    failures: [{ place: `${file}:11`, name: 'test 1', message: 'expected 1 to be 2' }],
    skipped: [],
    files: [{ file, milliseconds: 2500 }],
  });
});

test.each([
  ['a file that fails outside its tests', { testResults: [vitestFile('failed', ['passed'])] }],
  ['a run without tests', { testResults: [] }],
])('counts %s as one failure', (_, report) => {
  expect(countVitest(asReport(report)).failures).toHaveLength(1);
});

const journeys = (...tests: [status: string, expectedStatus: string][]) =>
  asReport({
    errors: [],
    suites: [
      {
        file: 'main-job.spec.ts',
        specs: [],
        suites: [
          {
            file: 'main-job.spec.ts',
            specs: tests.map(([status, expectedStatus], index) => ({
              title: `step ${index}`,
              file: 'main-job.spec.ts',
              line: index,
              tests: [{ status, expectedStatus, results: [{ duration: 500 }] }],
            })),
          },
        ],
      },
    ],
  });

test('counts a journey that is flaky or never ran as failed', () => {
  const count = countPlaywright(
    journeys(['expected', 'passed'], ['unexpected', 'passed'], ['flaky', 'passed'], ['skipped', 'passed']),
  );
  expect(count.passed).toBe(1);
  expect(count.failures.map(({ place, message }) => `${place} ${message}`)).toEqual([
    'main-job.spec.ts:1 failed',
    'main-job.spec.ts:2 is flaky',
    'main-job.spec.ts:3 did not run',
  ]);
  expect(count.files).toEqual([{ file: 'main-job.spec.ts', milliseconds: 2000 }]);
  const broken = countPlaywright({
    errors: [{ message: '\u001b[31mno tests found\u001b[39m' }],
    suites: [],
  });
  expect(broken.failures.map(({ message }) => message)).toEqual(['no tests found']);
});

test('counts a skipped check as failed unless it may be skipped', () => {
  const count = countPlaywright(journeys(['skipped', 'skipped'], ['expected', 'passed']));
  expect(failUnallowedSkips(count, () => true)).toMatchObject({
    failures: [],
    skipped: [{ name: 'step 0' }],
  });
  expect(failUnallowedSkips(count, () => false)).toMatchObject({
    failures: [{ message: 'skipped without a reason' }],
    skipped: [],
  });
});

test('ends with a line that adds up', () => {
  const one = { ...emptyCount(), passed: 3 };
  const failures = [{ place: file, name: 'a', message: 'b' }];
  expect(summaryLine([one, { ...one, failures }])).toBe('6 passed, 1 failed');
  expect(summaryLine([one, { ...one, skipped: [{ name: 'a', file }] }])).toBe(
    '6 passed, 0 failed, 1 skipped',
  );
});
