export interface Audit {
  /** Null if there is no report. */
  vulnerabilities: readonly string[] | null;
  problem: string;
  /** True if the registry was not reached. */
  isOffline: boolean;
}

const offline =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** @param json the output of `npm audit --json`. */
export function readAudit(json: string): Audit {
  const report: {
    vulnerabilities?: Record<string, { severity: string; range: string }>;
    message?: string;
    error?: { summary?: string };
  } = JSON.parse(json || '{}');
  if (!report.vulnerabilities) {
    const problem = report.error?.summary || report.message || 'npm audit printed no report';
    return { vulnerabilities: null, problem, isOffline: offline.test(json) };
  }
  const vulnerabilities = Object.entries(report.vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
  );
  return { vulnerabilities, problem: '', isOffline: false };
}
