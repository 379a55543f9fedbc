import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';

export interface Count {
  passed: number;
  titles: string[];
  failures: Failure[];
  skipped: SkippedCheck[];
  files: TimedFile[];
}
/** `place` is 'file:line' or 'file'; `message` is the first line of the error. */
export interface Failure {
  place: string;
  name: string;
  message: string;
}
export interface SkippedCheck {
  file: string;
  name: string;
}
export interface TimedFile {
  file: string;
  milliseconds: number;
}

export const emptyCount = (): Count => ({ passed: 0, titles: [], failures: [], skipped: [], files: [] });

/** Each file that fails outside its tests (a broken import, a leak) is one more check. */
export function countVitest(report: Pick<JsonTestResults, 'testResults'>): Count {
  const count = emptyCount();
  for (const { name: file, status, message, startTime, endTime, assertionResults } of report.testResults) {
    const failedBefore = count.failures.length;
    for (const { fullName, status: outcome, failureMessages, location } of assertionResults) {
      if (outcome === 'passed') {
        count.passed += 1;
        count.titles.push(fullName);
      } else if (outcome === 'failed') {
        const place = location ? `${file}:${location.line}` : file;
        count.failures.push({ place, name: fullName, message: firstLine(failureMessages?.[0]) });
      } else count.skipped.push({ name: fullName, file });
    }
    if (status === 'failed' && count.failures.length === failedBefore) {
      count.failures.push({ place: file, name: 'the file as a whole', message: firstLine(message) });
    }
    count.files.push({ file, milliseconds: endTime - startTime });
  }
  if (report.testResults.length === 0) count.failures.push(runFailure('the run found no tests'));
  return count;
}

/** A flaky journey, or one that did not run because another failed, counts as failed. */
export function countPlaywright(report: Pick<JSONReport, 'errors' | 'suites'>): Count {
  const count = emptyCount();
  const millisecondsByFile = new Map<string, number>();
  for (const spec of report.suites.flatMap(collectSpecs)) {
    for (const { status, expectedStatus, results } of spec.tests) {
      const { title: name, file, line } = spec;
      const spent = results.reduce((sum, { duration }) => sum + duration, 0);
      millisecondsByFile.set(file, (millisecondsByFile.get(file) ?? 0) + spent);
      if (status === 'expected') {
        count.passed += 1;
        count.titles.push(name);
      } else if (status === 'skipped' && expectedStatus === 'skipped') count.skipped.push({ name, file });
      else {
        const error = results.find((result) => result.error)?.error?.message;
        const outcome = status === 'skipped' ? 'did not run' : status === 'flaky' ? 'is flaky' : 'failed';
        count.failures.push({ place: `${file}:${line}`, name, message: error ? firstLine(error) : outcome });
      }
    }
  }
  for (const { message } of report.errors) count.failures.push(runFailure(firstLine(message)));
  count.files = Array.from(millisecondsByFile, ([file, milliseconds]) => ({ file, milliseconds }));
  return count;
}

function collectSpecs(suite: JSONReportSuite): JSONReportSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(collectSpecs)];
}

export function runFailure(message: string): Failure {
  return { place: 'the run', name: 'outside any test', message };
}

/** A skipped check proves nothing, and a green run would hide it. */
export function failUnallowedSkips(count: Count, isAllowed: (check: SkippedCheck) => boolean): Count {
  const refused = count.skipped.filter((check) => !isAllowed(check));
  const asFailures = refused.map(({ file, name }) => ({
    place: file,
    name,
    message: 'skipped without a reason',
  }));
  return {
    ...count,
    skipped: count.skipped.filter(isAllowed),
    failures: [...count.failures, ...asFailures],
  };
}

// oxlint-disable-next-line no-control-regex -- terminal colours begin with the escape character
const colours = /\u001b\[[0-9;]*m/g;

function firstLine(message = 'failed'): string {
  return message.replaceAll(colours, '').trim().split('\n', 1)[0] || 'failed';
}

export function summaryLine(counts: readonly Count[]): string {
  const sum = (numberOf: (count: Count) => number) =>
    counts.reduce((total, count) => total + numberOf(count), 0);
  const skipped = sum((count) => count.skipped.length);
  const line = `${sum((count) => count.passed)} passed, ${sum((count) => count.failures.length)} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}
