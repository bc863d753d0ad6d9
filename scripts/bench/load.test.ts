import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ask, type Call, measure, quantile } from './load.ts';
import { benchTable } from './table.ts';

async function withServer<T>(
  answer: (path: string, n: number) => number,
  use: (origin: string, asked: string[]) => Promise<T>,
): Promise<T> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer(request.url ?? '', asked.length)).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return use(`http://127.0.0.1:${port}`, asked).finally(() => server.close());
}

it('measures the replies', async () => {
  await withServer(
    () => 200,
    async (origin, asked) => {
      const call: Call = { method: 'POST', path: '/', body: () => ({}) };
      const [figures] = await measure(origin, [call], { connections: 2, seconds: 0.1, slices: 1 });
      expect(figures!.perSecond).toBeGreaterThan(0);
      expect(figures!.p95Ms).toBeGreaterThanOrEqual(figures!.p50Ms);
      expect(asked.length).toBeGreaterThan(0);
    },
  );
});

it('fails if a reply is not 200, and names the call, the number and the first reply', async () => {
  await withServer(
    (_path, n) => (n % 2 ? 429 : 200),
    async (origin, asked) => {
      const call: Call = { method: 'POST', path: '/orders', body: () => ({}) };
      const error = await measure(origin, [call], { connections: 2, seconds: 0.1, slices: 1 }).catch(
        (reason: unknown) => String(reason),
      );
      expect(error).toBe(
        `Error: POST /orders: ${Math.ceil(asked.length / 2)} of ${asked.length} answers were not 200. The first: 429 {}`,
      );
    },
  );
});

it('alternates between calls', async () => {
  await withServer(
    () => 200,
    async (origin, asked) => {
      const calls: Call[] = ['/a', '/b'].map((path) => ({ method: 'GET', path: () => path }));
      await measure(origin, calls, { connections: 1, seconds: 0.06, slices: 3 });
      const turns = asked.filter((path, index) => path !== asked[index - 1]);
      expect(turns).toEqual(['/a', '/b', '/a', '/b', '/a', '/b']);
      expect(await ask(origin, calls[0]!)).toMatchObject({ status: 200, text: '{}' });
    },
  );
});

it('computes quantiles of sorted times', () => {
  const times = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(quantile(times, 0.5)).toBe(51);
  expect(quantile(times, 0.95)).toBe(96);
  expect(quantile([], 0.5)).toBe(0);
});

it('compares each call with its bare route, and says whether it is fast enough', () => {
  const product = { perSecond: 500, p50Ms: 10, p95Ms: 20.04 };
  const bare = { perSecond: 1001, p50Ms: 5, p95Ms: 10 };
  expect(benchTable([{ name: 'types', product, bare }])).toBe(
    [
      'call   requests/s  p50 ms  p95 ms  bare requests/s  bare p95 ms  of bare',
      'types         500    10.0    20.0             1001         10.0     0.50',
    ].join('\n'),
  );
  expect(benchTable([{ name: 'types', product, bare }], 0.5)).toMatch(/at least 0\.5\n.* NO$/);
});
