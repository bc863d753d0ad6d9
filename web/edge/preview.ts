import { getCurrentUser } from '#contract/auth.ts';
import { PATHS } from '#web/paths.ts';
import type { EdgeEnv } from './sources.ts';

type Call = { request: Request; env: Pick<EdgeEnv, 'ASSETS' | 'API'> };

/**
 * The document that shows the draft of the catalog, for visitors with a session; others go to the login. The document
 * contains no draft: its script asks the Worker for it, which checks what the account may do.
 */
export async function answerPreview({ request, env }: Call): Promise<Response> {
  const document = await env.ASSETS.fetch(request.url, { method: request.method });
  if (!['GET', 'HEAD'].includes(request.method) || (await hasSession(request, env.API))) return document;
  const headers = new Headers(document.headers);
  for (const name of ['Content-Type', 'Content-Length', 'ETag']) headers.delete(name);
  headers.set('Location', PATHS.adminLogin);
  return new Response(null, { status: 303, headers });
}

/** True also when the Worker fails: the document then says so. */
async function hasSession(request: Request, api: Fetcher): Promise<boolean> {
  try {
    const headers = { Cookie: request.headers.get('Cookie') ?? '' };
    const reply = await api.fetch(`https://api.internal${getCurrentUser.path}`, { headers });
    return reply.status !== 401;
  } catch (error) {
    console.error('The Worker did not answer whether the visitor has a session.', error);
    return true;
  }
}
