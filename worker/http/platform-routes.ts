import { ALL_ENDPOINTS } from '#contract/all.ts';
import { getDocs, getHealth, getOpenApi } from '#contract/platform.ts';
import { probeDatabase } from '#worker/db/client.ts';
import { docsPage } from '#worker/http/openapi/docs.ts';
import { openApiDocument } from '#worker/http/openapi/openapi.ts';
import { type App, implement, implementRaw } from './implement.ts';

export function mountPlatform(app: App) {
  implement(app, getHealth, async ({ ctx }) => {
    await probeDatabase(ctx.db);
    return { status: 'ok' as const };
  });

  implement(app, getOpenApi, async ({ ctx }) =>
    openApiDocument(ALL_ENDPOINTS, titleOf(ctx.settings.businessName)),
  );

  implementRaw(app, getDocs, ({ ctx }) => docsPage(ALL_ENDPOINTS, titleOf(ctx.settings.businessName)));
}

function titleOf(businessName: string): string {
  return `${businessName}: API`;
}
