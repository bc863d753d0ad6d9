import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { AppError } from '#domain/shared/errors.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { expectAsReplayed, readDriverEffects } from '#worker/test/driver-effects.ts';
import { lifeStep, makeDriverWorld, sendPhoneLog, takeLifeStep } from '#worker/test/driver-lives.ts';
import { BROKEN_RECORDS } from '#worker/test/driver-replay.ts';
import {
  latestTypedUnits,
  makeTypedUnitWorld,
  takeTypedUnitStep,
  typedUnitStep,
  unitsInPlaceOfTyped,
} from '#worker/test/typed-units.ts';
import { rows } from '#worker/test/world.ts';
import { resolvePendingConflicts } from './conflicts.ts';

type DriverRoutes = ReplyOf<typeof listDriverRoutes>;

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

it('what a driver typed is never replaced by the plan, and no e-mail names a unit that is not settled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(typedUnitStep, runLength(4, { sample: 10, long: 25 })), async (steps) => {
      const world = await makeTypedUnitWorld();
      for (const step of [...steps, { do: 'mail' as const }]) {
        expect({ step, wrong: await takeTypedUnitStep(world, step) }).toEqual({ step, wrong: null });
        expect({ step, found: await unitsInPlaceOfTyped() }).toEqual({ step, found: [] });
      }
      const { routes } = await (await world.ben.send('GET', 'driver/routes')).json<DriverRoutes>();
      const stops = routes.flatMap((route) => route.stops);
      for (const { stopId, direction, number, result } of await latestTypedUnits()) {
        const { recorded } = stops.find(({ id }) => id === stopId)!;
        const refused = recorded.refusedUnits.map((unit) => `${unit.direction} ${unit.number}`);
        const name = `${direction} ${number}`;
        expect([name, refused.includes(name)]).toEqual([name, result === 'refused']);
        const shown = direction === 'brought' ? recorded.unit : recorded.collectedUnit;
        if (result === 'applied') expect(shown).toBe(number);
      }
    }),
    randomRuns({ sample: 4, long: 100 }),
  );
});
