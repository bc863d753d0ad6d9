import { addDumpFee as addCall, listDumpFees, voidDumpFee as voidCall } from '#contract/dump-fees.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { addDumpFee, dumpFeesOf, voidDumpFee } from './service.ts';

export function mountDumpFees(app: App) {
  implement(app, listDumpFees, ({ ctx, params }) => dumpFeesOf(ctx, params.id));
  implement(app, addCall, ({ ctx, actor, params, body }) =>
    addDumpFee(ctx, actor, { bookingId: params.id, fee: body }),
  );
  implement(app, voidCall, ({ ctx, actor, params }) =>
    voidDumpFee(ctx, actor, { bookingId: params.id, feeId: params.feeId }),
  );
}
