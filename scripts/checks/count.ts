/** Reads the test runners' own reports: how many checks passed, how many failed, which were left out. */

/** `notes` name everything that failed, also beyond a single test: a file that could not be loaded, a test that never ran. */
export type Count = { passed: number; failed: number; skipped: SkippedCheck[]; notes: string[] };
export type SkippedCheck = { name: string; file: string };

export type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** Every test is one check, and so is a file that fails as a whole (a broken import, a leak after its last test). */
export function countVitest(report: VitestReport): Count {
  const count: Count = { passed: 0, failed: 0, skipped: [], notes: [] };
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const { fullName, status, failureMessages } of file.assertionResults) {
      if (status === 'passed') count.passed += 1;
      else if (status === 'failed') {
        failedHere += 1;
        count.notes.push(`${file.name}: "${fullName}": ${firstLine(failureMessages?.[0])}`);
      } else count.skipped.push({ name: fullName, file: file.name });
    }
    if (file.status === 'failed' && failedHere === 0) {
      failedHere = 1;
      count.notes.push(`${file.name}: ${file.message || 'failed as a whole'}`);
    }
    count.failed += failedHere;
  }
  if (report.testResults.length === 0) {
    count.failed = 1;
    count.notes.push('the run found no tests');
  }
  return count;
}

export type PlaywrightReport = { errors: { message?: string }[]; suites: PlaywrightSuite[] };
type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: { status: string; expectedStatus: string }[] }[];
};

/** Every journey is one check. One that did not run because an earlier one failed has not passed. */
export function countPlaywright(report: PlaywrightReport): Count {
  const count: Count = { passed: 0, failed: 0, skipped: [], notes: [] };
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs) {
      for (const { status, expectedStatus } of spec.tests) {
        if (status === 'expected') count.passed += 1;
        else if (status === 'skipped' && expectedStatus === 'skipped') {
          count.skipped.push({ name: spec.title, file: spec.file });
        } else {
          count.failed += 1;
          const outcome = status === 'skipped' ? 'did not run' : status === 'flaky' ? 'is flaky' : 'failed';
          count.notes.push(`${spec.file}: "${spec.title}" ${outcome}`);
        }
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites) visit(suite);
  for (const { message } of report.errors) {
    count.failed += 1;
    count.notes.push(message ?? 'the run failed outside any journey');
  }
  return count;
}

/**
 * Left out may be only what reads the recordings beside the project, and only where they are missing; any other
 * skipped check counts as failed, because nobody would see it.
 */
export function judgeSkips(count: Count, isAllowed: (check: SkippedCheck) => boolean): Count {
  const skipped = count.skipped.filter(isAllowed);
  const refused = count.skipped.filter((check) => !isAllowed(check));
  return {
    passed: count.passed,
    failed: count.failed + refused.length,
    skipped,
    notes: [
      ...count.notes,
      ...refused.map(({ file, name }) => `${file}: "${name}" is skipped without a reason that counts`),
    ],
  };
}

function firstLine(message = 'failed'): string {
  return message.split('\n', 1)[0] ?? message;
}

/** The line that the whole run ends with. */
export function summaryLine(counts: readonly Count[]): string {
  const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0);
  const skipped = sum((count) => count.skipped.length);
  const line = `${sum((count) => count.passed)} passed, ${sum((count) => count.failed)} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}
