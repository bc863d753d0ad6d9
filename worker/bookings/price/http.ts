import {
  addPriceAddition as addCall,
  changeKeptDays as changeKeptDaysCall,
  getPriceProposal,
  voidPriceAddition as voidCall,
} from '#contract/price-proposal.ts';
import { requireVersion, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { taggedBooking } from '#worker/bookings/http.ts';
import { getBooking } from '#worker/rental/service.ts';
import { addPriceAddition, voidPriceAddition } from './additions.ts';
import { changeKeptDays } from './kept-days.ts';
import { readPriceProposal } from './proposal.ts';

export function mountPriceProposals(app: App) {
  implement(app, getPriceProposal, async ({ ctx, params }) =>
    readPriceProposal(ctx, await getBooking(ctx, params.id)),
  );

  implement(app, addCall, async (call) => {
    const { ctx, actor, params, body, header } = call;
    const version = requireVersion(header('If-Match'));
    return taggedBooking(call, await addPriceAddition(ctx, actor, { ...params, version, addition: body }));
  });

  implement(app, voidCall, async (call) => {
    const { ctx, actor, params, header } = call;
    const version = versionFrom(header('If-Match'));
    return taggedBooking(call, await voidPriceAddition(ctx, actor, { ...params, version }));
  });
  implement(app, changeKeptDaysCall, async (call) => {
    const { ctx, actor, params, body, header } = call;
    const version = requireVersion(header('If-Match'));
    return taggedBooking(call, await changeKeptDays(ctx, actor, { ...params, version, ...body }));
  });
}
