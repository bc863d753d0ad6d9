import {
  endAbsence as endAbsenceCall,
  previewOut as previewOutCall,
  takeOut as takeOutCall,
} from '#contract/dispatch-out.ts';
import { requireVersion } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { previewOut } from './preview.ts';
import { endAbsence, takeOut } from './take-out.ts';

/** A truck or a driver that is out for the rest of a day. */
export function mountOut(app: App) {
  implement(app, previewOutCall, ({ ctx, params, body }) => previewOut(ctx, { ...params, ...body }));

  implement(app, takeOutCall, ({ ctx, actor, params, body, header }) =>
    takeOut(ctx, actor, { ...params, ...body, version: requireVersion(header('If-Match')) }),
  );

  implement(app, endAbsenceCall, async ({ ctx, actor, params }) => {
    await endAbsence(ctx, actor, params.id);
    return undefined;
  });
}
