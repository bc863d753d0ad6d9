import { addDumpFee as addCall, listDumpFees, voidDumpFee as voidCall } from '#contract/dump-fees.ts';
import { versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { addDumpFee, readDumpFees, voidDumpFee } from './service.ts';

export function mountDumpFees(app: App) {
  implement(app, listDumpFees, ({ ctx, params }) => readDumpFees(ctx, params.id));
  implement(app, addCall, ({ ctx, actor, params, body, header }) =>
    addDumpFee(ctx, actor, { bookingId: params.id, version: versionFrom(header('If-Match')), fee: body }),
  );
  implement(app, voidCall, ({ ctx, actor, params: { id, feeId }, header }) =>
    voidDumpFee(ctx, actor, { bookingId: id, feeId, version: versionFrom(header('If-Match')) }),
  );
}
