import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { startChild } from './processes/children.ts';
import { freePort } from './processes/ports.ts';
import { onFreePort } from './stand-ins.ts';

const ROUTING = join(ROOT, 'emulators', 'routing', 'main.ts');

describe('a port that another process takes after it was found free', () => {
  const other = createServer();
  let taken = 0;
  beforeAll(async () => {
    taken = await freePort();
    await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => other.close(resolve)));

  it('is left for another one', async () => {
    const tried: number[] = [];
    const child = await onFreePort(undefined, (port) => {
      tried.push(port);
      return startChild(ROUTING, { PORT: String(tried.length === 1 ? taken : port) });
    });
    expect([tried.length, child.url]).toEqual([2, `http://127.0.0.1:${tried[1]}`]);
    await child.stop();
  });

  it('is an error when every port is taken', async () => {
    const start = onFreePort(undefined, () => startChild(ROUTING, { PORT: String(taken) }));
    await expect(start).rejects.toMatchObject({ status: 98 });
  });
});
