import { getCatalogNames } from '#contract/catalog-names.ts';
import { listDeclinedZips } from '#contract/declined-zips.ts';
import { getCatalog } from '#contract/public-catalog.ts';
import { getServiceArea } from '#contract/service-area.ts';
import { admitDatesCall } from '#worker/base/http/guards/limits.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { listCatalogNames } from './names.ts';
import { readPublicCatalog } from './public-catalog.ts';
import { checkServiceArea, readDeclinedZips } from './service-area.ts';

export function mountCatalog(app: App) {
  implement(app, getCatalog, ({ ctx }) => readPublicCatalog(ctx));

  implement(app, getCatalogNames, ({ ctx }) => listCatalogNames(ctx));

  implement(app, listDeclinedZips, ({ ctx }) => readDeclinedZips(ctx));

  implement(app, getServiceArea, async (call) => {
    await admitDatesCall(call);
    return checkServiceArea(call.ctx, call.query.zip);
  });
}
