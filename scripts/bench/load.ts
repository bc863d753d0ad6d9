import { Agent, type IncomingMessage, request } from 'node:http';
import type { Case } from './public-calls.ts';
import type { Row } from './table.ts';

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** A function returns a different request each time. */
  path: string | (() => string);
  /** A function is called after that of the path, and before that of the body. */
  headers?: Record<string, string> | (() => Record<string, string>);
  body?: () => object;
};
export type Load = {
  connections: number;
  /** The total time of load for each call, over all slices. */
  seconds: number;
  /** The number of slices. Calls alternate, so that other load on the machine affects all of them. */
  slices: number;
};
/** How calls beside bare routes are measured. */
export const LOAD: Load = { connections: 10, seconds: 4, slices: 8 };
export const WARM_UP: Load = { connections: 10, seconds: 1, slices: 1 };
export type Figures = { perSecond: number; p50Ms: number; p95Ms: number };

type Tally = {
  call: Call;
  agent: Agent;
  times: number[];
  elapsedMs: number;
  failures: number;
  firstFailure: string;
};

/** Each call in turns with its bare route. */
export async function measureCases(origin: string, cases: Case[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, call, bare } of cases) {
    await measure(origin, [call, bare], WARM_UP);
    const [product, plain] = await measure(origin, [call, bare], LOAD);
    if (product && plain) rows.push({ name, product, bare: plain });
  }
  return rows;
}

/**
 * Calls over and over from so many connections, each waiting for its answer, and says how it went. Throws when a call
 * was answered with another status than 200: its figures would be those of refusals.
 */
export async function measure(origin: string, calls: Call[], load: Load): Promise<Figures[]> {
  const tallies = calls.map((call): Tally => {
    const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
    return { call, agent, times: [], elapsedMs: 0, failures: 0, firstFailure: '' };
  });
  try {
    for (let slice = 0; slice < load.slices; slice += 1) {
      for (const tally of tallies) await takeSlice(origin, tally, load);
    }
  } finally {
    for (const { agent } of tallies) agent.destroy();
  }
  for (const tally of tallies) assertNoFailure(tally);
  return tallies.map(computeFigures);
}

function assertNoFailure({ call, times, failures, firstFailure }: Tally) {
  if (failures === 0) return;
  const path = typeof call.path === 'string' ? call.path : call.path();
  throw new Error(
    `${call.method} ${path}: ${failures} of ${times.length} answers were not 200. The first: ${firstFailure}`,
  );
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Reads one complete reply. */
export async function ask(origin: string, call: Call) {
  const reply = await send(origin, call);
  return { status: reply.statusCode ?? 0, headers: reply.headers, text: await readReplyText(reply) };
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
      const failure = await findLoadFailure(origin, tally);
      tally.times.push(performance.now() - before);
      if (failure === null) continue;
      tally.failures += 1;
      tally.firstFailure ||= failure;
    }
  };
  await Promise.all(Array.from({ length: connections }, oneConnection));
  tally.elapsedMs += performance.now() - start;
}

function computeFigures({ times, elapsedMs }: Tally): Figures {
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / (elapsedMs / 1000),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}

/** Null for an answer with 200, whose text is not kept. */
async function findLoadFailure(origin: string, { call, agent }: Tally): Promise<string | null> {
  const reply = await send(origin, call, agent);
  if (reply.statusCode !== 200) return `${reply.statusCode} ${await readReplyText(reply)}`;
  return new Promise((resolve, reject) => {
    reply.on('end', () => resolve(null)).on('error', reject);
    reply.resume();
  });
}

async function readReplyText(reply: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of reply.setEncoding('utf8')) text += piece;
  return text;
}

function send(origin: string, call: Call, agent?: Agent): Promise<IncomingMessage> {
  const path = typeof call.path === 'string' ? call.path : call.path();
  const own = typeof call.headers === 'function' ? call.headers() : call.headers;
  const text = call.body && JSON.stringify(call.body());
  const headers = { ...own, ...(text !== undefined && { 'Content-Type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const options = { method: call.method, headers, ...(agent && { agent }) };
    request(new URL(path, origin), options, resolve).on('error', reject).end(text);
  });
}
