import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { expectAsReplayed, readDriverEffects } from '#worker/test/driver-effects.ts';
import { lifeStep, makeDriverWorld, sendPhoneLog, takeLifeStep } from '#worker/test/driver-lives.ts';
import { BROKEN_RECORDS } from '#worker/test/driver-replay.ts';
import { rows } from '#worker/test/world.ts';
import { resolvePendingConflicts } from './conflicts.ts';

it('any interleaving of phones and office keeps each job done once, each unit in one place, and every fact', async () => {
  const skew = fc.constantFrom(0, 3_600_000, -3_600_000);
  await fc.assert(
    fc.asyncProperty(
      skew,
      fc.array(lifeStep, runLength(3, { sample: 8, long: 25 })),
      async (skewMs, steps) => {
        const world = await makeDriverWorld(skewMs);
        const { logs, drivers } = world;
        const expectSound = async (after: unknown) => {
          for (const [what, query] of Object.entries(BROKEN_RECORDS)) {
            expect({ what, after: JSON.stringify(after), found: await rows(query) }).toMatchObject({
              found: [],
            });
          }
        };
        for (const one of steps) {
          world.pass();
          await takeLifeStep(world, one).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
          await expectSound(one);
        }
        // The phones get coverage: all that they have is sent, in their order.
        const flush = async () => {
          for (const name of ['ben', 'eve'] as const) {
            world.pass();
            await sendPhoneLog(world, drivers[name], { log: logs[name] });
          }
          await resolvePendingConflicts(world.ctx);
        };
        await flush();
        await expectSound('flush');
        await expectAsReplayed(world);
        const [known] = await rows<{ count: number }>('SELECT count(*) AS count FROM driver_actions');
        expect(known?.count).toBe(logs.ben.length + logs.eve.length);
        const before = await readDriverEffects();
        await flush();
        await flush();
        expect(await readDriverEffects()).toEqual(before);
      },
    ),
    randomRuns({ sample: 2, long: 100 }),
  );
});
