import { Agent, type IncomingMessage, request } from 'node:http';

export type Call = {
  method: 'GET' | 'POST';
  /** A function: another one each time. */
  path: string | (() => string);
  headers?: Record<string, string>;
  body?: () => object;
};
export type Load = {
  connections: number;
  /** How long each call is under load, all slices together. */
  seconds: number;
  /** The calls take turns so many times, so that what else the machine does falls on all of them. */
  slices: number;
};
export type Figures = { perSecond: number; p50Ms: number; p95Ms: number; failed: number };

type Tally = { call: Call; agent: Agent; times: number[]; failed: number; elapsedMs: number };

/** Calls over and over from so many connections, each waiting for its answer, and says how it went. */
export async function measure(origin: string, calls: Call[], load: Load): Promise<Figures[]> {
  const tallies = calls.map((call): Tally => {
    const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
    return { call, agent, times: [], failed: 0, elapsedMs: 0 };
  });
  for (let slice = 0; slice < load.slices; slice += 1) {
    for (const tally of tallies) await takeSlice(origin, tally, load);
  }
  for (const { agent } of tallies) agent.destroy();
  return tallies.map(figuresOf);
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** One answer, whole. */
export async function ask(origin: string, call: Call) {
  const reply = await send(origin, call);
  let text = '';
  for await (const piece of reply.setEncoding('utf8')) text += piece;
  return { status: reply.statusCode ?? 0, headers: reply.headers, text };
}

async function takeSlice(
  origin: string,
  tally: Tally,
  { connections, seconds, slices }: Load,
): Promise<void> {
  const start = performance.now();
  const end = start + (seconds * 1000) / slices;
  const oneConnection = async () => {
    while (performance.now() < end) {
      const before = performance.now();
      const status = await statusOf(origin, tally);
      tally.times.push(performance.now() - before);
      if (status !== 200) tally.failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, oneConnection));
  tally.elapsedMs += performance.now() - start;
}

function figuresOf({ times, failed, elapsedMs }: Tally): Figures {
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / (elapsedMs / 1000),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    failed,
  };
}

async function statusOf(origin: string, { call, agent }: Tally): Promise<number> {
  const reply = await send(origin, call, agent);
  return new Promise((resolve, reject) => {
    reply.on('end', () => resolve(reply.statusCode ?? 0)).on('error', reject);
    reply.resume();
  });
}

function send(origin: string, call: Call, agent?: Agent): Promise<IncomingMessage> {
  const path = typeof call.path === 'string' ? call.path : call.path();
  const text = call.body && JSON.stringify(call.body());
  const headers = { ...call.headers, ...(text !== undefined && { 'Content-Type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const options = { method: call.method, headers, ...(agent && { agent }) };
    request(new URL(path, origin), options, resolve).on('error', reject).end(text);
  });
}
