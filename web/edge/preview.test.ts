import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { startOver } from '#worker/test/world.ts';
import { answerPreview } from './preview.ts';

const HTML = '<!doctype html><title>Preview</title>';
const HEADERS = { 'Content-Type': 'text/html', 'Strict-Transport-Security': 'max-age=31536000' };

beforeEach(async () => {
  await startOver();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('the preview of a draft is for staff with a session; others go to the login', async () => {
  const { Cookie } = await signIn('dana', 'admin');
  const visit = (
    headers: Record<string, string>,
    api: (url: string, init: RequestInit) => Promise<Response>,
  ) =>
    answerPreview({
      request: new Request('https://rent.test/admin/preview', { headers }),
      env: {
        ASSETS: { fetch: async () => new Response(HTML, { headers: HEADERS }) } as unknown as Fetcher,
        API: { fetch: api } as unknown as Fetcher,
      },
    });
  const api = (url: string, init: RequestInit) => call(new URL(url).pathname, init);
  expect([(await visit({ Cookie }, api)).status, await (await visit({ Cookie }, api)).text()]).toEqual([
    200,
    HTML,
  ]);
  for (const headers of [{}, { Cookie: '__Host-session=1.forged' }]) {
    const reply = await visit(headers as Record<string, string>, api);
    expect([reply.status, reply.headers.get('Location'), await reply.text()]).toEqual([
      303,
      '/admin/login',
      '',
    ]);
    expect(reply.headers.get('Strict-Transport-Security')).toBe(HEADERS['Strict-Transport-Security']);
  }
  // The document has no draft, and says that the server does not answer.
  expect((await visit({}, () => Promise.reject(new Error('down')))).status).toBe(200);
});
