import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FrameMessage = { type: string; height: number; step?: number };

/** Somebody else's page with a document of ours in a frame, which it sizes by what the frame tells it. */
export async function serveParentPage(framed: string) {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html>
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
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
