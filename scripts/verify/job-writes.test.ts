import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';

/** An UPDATE of the status or day of jobs: in SQL or by Drizzle's builder. */
const JOB_WRITE = /UPDATE jobs SET[^`]*?\b(?:status|due_day) =|\.update\(jobs\)/;

/** The file of changeJobs, and the restore, which ends with stopsFollowJobs. */
const WRITERS = ['worker/fleet/jobs/transitions-repo.ts', 'worker/entry/restores/units-repo.ts'];

it.each([
  ["sql`UPDATE jobs SET status = 'done' WHERE id = 1`", true],
  ['sql`\n  UPDATE jobs SET time_window = 1,\n    due_day = 2`', true],
  ['db.update(jobs).set({ dueDay })', true],
  ['sql`UPDATE jobs SET time_window = 1 WHERE id = 2`; const status = 1;', false],
])('%s', (text, isWrite) => {
  expect(JOB_WRITE.test(text)).toBe(isWrite);
});

it('the status and the day of a job change in one place, with its stops', () => {
  expect(listFiles('worker/**/*.ts', JOB_WRITE)).toEqual(WRITERS.toSorted());
});

/** The stages of jobs, and a payment that Stripe is processing. */
const NAMING_IN_PROGRESS = [
  'domain/jobs/jobs.ts',
  'domain/jobs/transitions.ts',
  'worker/checkout/holds/device-holds.ts',
  'worker/checkout/sync.ts',
];

it('code asks for the stage of a job that has begun, not for its status', () => {
  const found = listFiles('{domain,worker,web}/**/*.{ts,tsx}', /'in_progress'/);
  expect(found).toEqual(NAMING_IN_PROGRESS);
});

function listFiles(pattern: string, text: RegExp): string[] {
  const sources = globSync(pattern, { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|^\w+\/(?:test|dist)\//.test(file),
  );
  return sources.filter((file) => text.test(readFileSync(join(ROOT, file), 'utf8'))).toSorted();
}
