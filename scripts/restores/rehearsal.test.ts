import { expect, it } from 'vitest';
import { RESTORE_STEPS } from '#domain/shared/restores.ts';
import { chooseCases } from '#domain/test/random-runs.ts';
import { REHEARSALS, rehearse } from './rehearsal.ts';

// scripts/backups/restore.test.ts restores from backup; `npm run test:long` walks both chapters.
it('the restores of the runbook work on a local system', async () => {
  const lines: string[] = [];
  const chapters = chooseCases(REHEARSALS, (chapter) => chapter === 'time-travel');
  await rehearse((line) => lines.push(...line.split('\n')), chapters);
  for (const label of Object.values(RESTORE_STEPS)) {
    const done = lines.filter((line) => line.startsWith(`Done: ${label}`));
    expect(done, label).toHaveLength(chapters.length);
  }
}, 180_000);
