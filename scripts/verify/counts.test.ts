import { expect, it } from 'vitest';
import { playwrightCounts, sum, vitestCounts, withStatus } from './counts.ts';

it('counts tests, and a file that could not be loaded as one failed test', () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(vitestCounts(report)).toEqual({ passed: 7, failed: 2 });
});

it('counts a journey that passed only on a retry as failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: ['no config'] };
  expect(playwrightCounts(report)).toEqual({ passed: 5, failed: 3 });
});

it('a run whose runner failed never counts as passed', () => {
  expect(withStatus({ passed: 5, failed: 0 }, 1)).toEqual({ passed: 5, failed: 1 });
  expect(withStatus({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 });
  expect(withStatus({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 });
});

it('adds the counts', () => {
  const all = [
    { passed: 1, failed: 0 },
    { passed: 2, failed: 3 },
  ];
  expect(sum(all)).toEqual({ passed: 3, failed: 3 });
});
