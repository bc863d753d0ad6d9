import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '#domain/shared/errors.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { driveDay } from '#worker/test/drive-day.ts';
import { dayStep, makeRandomDay, randomDay, takeDayStep } from '#worker/test/random-days.ts';
import { readBoard } from './board.ts';

it('every published route can be driven in its order after any plan, drop and removal', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomDay,
      fc.array(dayStep, runLength(15, { sample: 30, long: 40 })),
      async (day, steps) => {
        const world = await makeRandomDay(day);
        for (const step of steps) {
          await takeDayStep(world, step).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
          const { routes } = await readBoard(world.ctx, world.day);
          const published = routes.filter(({ publishedAt }) => publishedAt !== null);
          expect({ step, failures: driveDay(published, world.places) }).toEqual({ step, failures: [] });
        }
      },
    ),
    randomRuns({ sample: 8, long: 300 }),
  );
});
