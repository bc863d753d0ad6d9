import { expect, it } from 'vitest';
import { RESTORE_STEPS } from '#domain/restores.ts';
import { rehearse } from './rehearsal.ts';

it('both restores of the runbook work on a local system', async () => {
  const lines: string[] = [];
  await rehearse((line) => lines.push(...line.split('\n')));
  for (const label of Object.values(RESTORE_STEPS)) {
    const done = lines.filter((line) => line.startsWith(`Done: ${label}`));
    expect(done, label).toHaveLength(2);
  }
}, 180_000);
