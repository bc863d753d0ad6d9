import { html } from 'hono/html';
import type { DocumentedEndpoint } from '#contract/endpoint-docs.ts';
import { ERROR_STATUS } from '#domain/shared/errors.ts';
import { describeOperation, openApiPath } from './openapi.ts';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 56rem; color: #1b2328; background: #fbfaf8 }
  h2 { font-size: 1.05rem; margin: 2.5rem 0 .25rem; padding-top: 1.25rem; border-top: 1px solid #d9d6cf; overflow-wrap: anywhere }
  h2 b { display: inline-block; min-width: 3.5rem; color: #8a4b00 } h3 { font-size: .85rem; margin: 1rem 0 .25rem }
  pre { background: #fff; border: 1px solid #d9d6cf; border-radius: 6px; padding: .75rem; overflow-x: auto; font-size: .8rem }
  a { color: #0b5a7a }
  @media (prefers-color-scheme: dark) { body { color: #e8e6e1; background: #14181b } pre { background: #1d2327 } pre, h2 { border-color: #353c41 } h2 b { color: #f0b254 } a { color: #7cc4e4 } }`;

/** The declared calls as a page: no script, nothing from elsewhere. */
export async function docsPage(endpoints: readonly DocumentedEndpoint[], title: string): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>${STYLE}</style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>JSON in and out; money in integer cents, days as yyyy-mm-dd, instants in UTC. The same as data:
          <a href="/api/openapi.json">openapi.json</a>.</p>
        ${endpoints.map((endpoint) => section(endpoint))}
      </body>
    </html>`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return new Response(String(page), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
    },
  });
}

function section(endpoint: DocumentedEndpoint) {
  const { summary, operationId, ...details } = describeOperation(endpoint);
  const errors = endpoint.errors.map((code) => `${ERROR_STATUS[code]} ${code}`).join(', ');
  return html`<h2 id="${operationId}"><b>${endpoint.method}</b> ${openApiPath(endpoint)}</h2>
    <p>${summary}</p>
    ${errors ? html`<h3>Errors</h3><p>${errors}</p>` : ''}
    <details><summary>Schema</summary><pre>${JSON.stringify(details, null, 2)}</pre></details>`;
}
