import { getCatalogNames } from '#contract/catalog-names.ts';
import { listDeclinedZips } from '#contract/declined-zips.ts';
import { getCatalog } from '#contract/public-catalog.ts';
import { getServiceArea } from '#contract/service-area.ts';
import { admitDatesCall } from '#worker/base/http/guards/limits.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { listCatalogNames } from './names.ts';
import { publicCatalogOf } from './public-catalog.ts';
import { declinedZipsOf, serviceAreaOf } from './service-area.ts';

export function mountCatalog(app: App) {
  implement(app, getCatalog, ({ ctx }) => publicCatalogOf(ctx));

  implement(app, getCatalogNames, ({ ctx }) => listCatalogNames(ctx));

  implement(app, listDeclinedZips, ({ ctx }) => declinedZipsOf(ctx));

  implement(app, getServiceArea, async (call) => {
    await admitDatesCall(call);
    return serviceAreaOf(call.ctx, call.query.zip);
  });
}
