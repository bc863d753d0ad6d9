import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FrameMessage = { type: string; height: number; step?: number };

/** A page of another site that embeds a document of the product and sizes the frame by its messages. */
export function serveParentPage(framed: string) {
  return serveHtml(`<!doctype html>
<html lang="en"><title>A page about moving</title>
<h1>Moving out?</h1>
<iframe title="Rent a dumpster" src="${framed}" width="900" height="300"></iframe>
<script>
  window.messages = [];
  const frame = document.querySelector('iframe');
  addEventListener('message', ({ data, source }) => {
    if (source !== frame.contentWindow) return;
    window.messages.push(data);
    if (data.type === 'booking-app-height') frame.height = data.height;
  });
</script></html>`);
}

const SNIPPET = /```html\n(<div data-dumpster-booking>[^`]*)```/;

/**
 * A tall page with `count` copies of the documented snippet, and text above, between and below them. Its origin is not
 * that of the app; with `hostname` 127.0.0.1 browsers also take it for another site.
 */
export function serveTallPage(
  app: string,
  {
    count,
    hostname = 'localhost',
    header = '',
  }: { count: number; hostname?: string /** Above the text. */; header?: string },
) {
  const guide = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const snippet = SNIPPET.exec(guide)?.[1]?.replaceAll('https://dumpsters.example.com', app);
  if (!snippet) throw new Error('docs/embedding.md shows no snippet');
  const text = '<p style="height: 1500px">All about moving house.</p>';
  return serveHtml(
    `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A page about moving</title>
${header}${text}${`${snippet}${text}`.repeat(count)}
</html>`,
    hostname,
  );
}

async function serveHtml(html: string, hostname = 'localhost') {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${hostname}:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
