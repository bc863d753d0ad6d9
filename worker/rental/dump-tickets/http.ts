import {
  addDumpTicket as addCall,
  listDumpTickets,
  voidDumpTicket as voidCall,
} from '#contract/dump-tickets.ts';
import { versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { addDumpTicket, readDumpTickets, voidDumpTicket } from './service.ts';

export function mountDumpTickets(app: App) {
  implement(app, listDumpTickets, ({ ctx, params }) => readDumpTickets(ctx, params.id));
  implement(app, addCall, ({ ctx, actor, params, body, header }) =>
    addDumpTicket(ctx, actor, { bookingId: params.id, version: versionFrom(header('If-Match')), fee: body }),
  );
  implement(app, voidCall, ({ ctx, actor, params: { id, feeId }, header }) =>
    voidDumpTicket(ctx, actor, { bookingId: id, feeId, version: versionFrom(header('If-Match')) }),
  );
}
