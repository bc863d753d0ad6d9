import { listInspections, signOffInspection } from '#contract/inspections.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { readInspections, signOff } from './service.ts';

export function mountInspections(app: App) {
  implement(app, listInspections, ({ ctx, query }) => readInspections(ctx, query.day));
  implement(app, signOffInspection, ({ ctx, actor, params, body }) =>
    signOff(ctx, actor, { id: params.uuid, ...body }),
  );
}
