import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { measure, quantile } from './load.ts';
import { benchTable } from './table.ts';

it('counts what was answered, and what was not answered well', async () => {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.writeHead(count % 2 ? 200 : 409).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const call = { method: 'POST', path: '/', body: () => ({}) } as const;
  const figures = await measure(`http://127.0.0.1:${port}`, call, { connections: 2, seconds: 0.1 });
  server.close();
  expect(figures.failed).toBe(Math.floor(count / 2));
  expect(figures.perSecond).toBeGreaterThan(0);
  expect(figures.p95Ms).toBeGreaterThanOrEqual(figures.p50Ms);
});

it('reads quantiles off sorted times', () => {
  const times = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(quantile(times, 0.5)).toBe(51);
  expect(quantile(times, 0.95)).toBe(96);
  expect(quantile([], 0.5)).toBe(0);
});

it('sets each call beside its bare route', () => {
  const product = { perSecond: 500, p50Ms: 10, p95Ms: 20.04, failed: 0 };
  const bare = { perSecond: 1000, p50Ms: 5, p95Ms: 10, failed: 1 };
  expect(benchTable([{ name: 'types', product, bare }])).toBe(
    [
      'call   requests/s  p50 ms  p95 ms  bare requests/s  of bare  failed',
      'types         500    10.0    20.0             1000     0.50       1',
    ].join('\n'),
  );
});
