export interface Audit {
  /** Null if the registry was not reached. */
  vulnerabilities: readonly string[] | null;
  problem: string;
}

/** @param json the output of `npm audit --json`. */
export function readAudit(json: string): Audit {
  const report: {
    vulnerabilities?: Record<string, { severity: string; range: string }>;
    message?: string;
    error?: { summary?: string };
  } = JSON.parse(json || '{}');
  if (!report.vulnerabilities) {
    const problem = report.error?.summary || report.message || 'npm audit printed no report';
    return { vulnerabilities: null, problem };
  }
  const vulnerabilities = Object.entries(report.vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
  );
  return { vulnerabilities, problem: '' };
}
