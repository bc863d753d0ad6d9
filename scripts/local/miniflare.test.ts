import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startMiniflare } from './miniflare.ts';

it('says that its port was taken since it was found free', async () => {
  const persistDir = mkdtempSync(join(tmpdir(), 'miniflare-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const workers = [{ name: 'main', modules: true, script: 'export default {}' }];
  await expect(startMiniflare({ port, persistDir, workers, onLog() {} })).rejects.toThrow(
    `Port ${port} is taken: stop what listens there, or set PORT to another one.`,
  );
  server.close();
  rmSync(persistDir, { recursive: true });
});
