/** How many tests passed and failed. */
export type Counts = { passed: number; failed: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

/** A file that could not be loaded has no failed test of its own, and counts as one. */
export function vitestCounts(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/** A test that passed only on a retry counts as failed. */
export function playwrightCounts({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** A runner that failed without a failed test (for example, a crash) counts as one failed test. */
export function withStatus(counts: Counts, status: number): Counts {
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export function sum(all: Counts[]): Counts {
  return all.reduce((total, { passed, failed }) => ({
    passed: total.passed + passed,
    failed: total.failed + failed,
  }));
}
