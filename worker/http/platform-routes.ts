import { ALL_ENDPOINTS } from '#contract/all.ts';
import { getDocs, getOpenApi } from '#contract/platform.ts';
import { docsPage } from '#worker/http/openapi/docs.ts';
import { openApiDocument } from '#worker/http/openapi/openapi.ts';
import { type App, implement, implementRaw } from './implement.ts';

export function mountPlatform(app: App) {
  implement(app, getOpenApi, async ({ ctx }) =>
    openApiDocument(ALL_ENDPOINTS, titleOf(ctx.settings.businessName)),
  );

  implementRaw(app, getDocs, ({ ctx }) => docsPage(ALL_ENDPOINTS, titleOf(ctx.settings.businessName)));
}

function titleOf(businessName: string): string {
  return `${businessName}: API`;
}
