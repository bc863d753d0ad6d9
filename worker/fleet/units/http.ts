import {
  createDumpster,
  deleteDumpster,
  getDumpster,
  getFleetTimeline,
  listDumpsterSchedule,
  listDumpsters,
  listSchedules,
  listSizeAvailability,
  updateDumpster,
} from '#contract/inventory.ts';
import { DEFAULT_LIMIT } from '#contract/lists.ts';
import { correctUnitLocation, getUnitLocation } from '#contract/unit-locations.ts';
import { etagOf, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import { correctLocation, getLocation } from './locations.ts';
import { fleetSchedule, fleetTimeline, sizeAvailability, unitSchedule } from './schedule.ts';
import { addUnit, changeUnit, deleteUnit, getUnit, listFleet, toDumpster } from './service.ts';

export function mountInventory(app: App) {
  implement(app, listDumpsters, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(call, await listFleet(call.ctx, filter, { sort, limit, cursor }));
  });

  implement(app, getDumpster, async ({ ctx, params, setHeader }) => {
    const unit = await getUnit(ctx, params.id);
    setHeader('ETag', etagOf(unit));
    return toDumpster(ctx, unit);
  });

  implement(app, createDumpster, async ({ ctx, actor, body }) =>
    toDumpster(ctx, await addUnit(ctx, actor, body)),
  );

  implement(app, updateDumpster, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const unit = await changeUnit(ctx, actor, { id: params.id, changes: body, version });
    setHeader('ETag', etagOf(unit));
    return toDumpster(ctx, unit);
  });

  implement(app, deleteDumpster, async ({ ctx, actor, params }) => {
    await deleteUnit(ctx, actor, params.id);
    return undefined;
  });

  implement(app, getUnitLocation, async ({ ctx, params, setHeader }) => {
    const { version, reply } = await getLocation(ctx, params.id);
    setHeader('ETag', etagOf({ version }));
    return reply;
  });

  implement(app, correctUnitLocation, async ({ ctx, actor, params, body, header }) => {
    const version = versionFrom(header('If-Match'));
    await correctLocation(ctx, actor, { id: params.id, version, correction: body });
    return toDumpster(ctx, await getUnit(ctx, params.id));
  });

  implement(app, listDumpsterSchedule, ({ ctx, params, query }) =>
    unitSchedule(ctx, params.dumpsterId, query),
  );
  implement(app, listSchedules, ({ ctx, query }) => fleetSchedule(ctx, query));
  implement(app, getFleetTimeline, ({ ctx, query }) => fleetTimeline(ctx, query));
  implement(app, listSizeAvailability, ({ ctx, query }) => sizeAvailability(ctx, query));
}
