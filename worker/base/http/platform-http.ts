import { DOCUMENTED_ENDPOINTS } from '#contract/docs/all.ts';
import { getDocs, getOpenApi } from '#contract/platform.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { docsPage } from '#worker/base/http/openapi/docs.ts';
import { openApiDocument } from '#worker/base/http/openapi/openapi.ts';
import { type App, implement, implementRaw } from './implement.ts';

export function mountPlatform(app: App) {
  implement(app, getOpenApi, async ({ ctx }) => openApiDocument(DOCUMENTED_ENDPOINTS, await titleFor(ctx)));

  implementRaw(app, getDocs, async ({ ctx }) => docsPage(DOCUMENTED_ENDPOINTS, await titleFor(ctx)));
}

async function titleFor(ctx: Context): Promise<string> {
  return `${(await getBusinessProfile(ctx)).name}: API`;
}
