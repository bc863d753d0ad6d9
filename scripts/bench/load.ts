import { Agent, request } from 'node:http';

export type Call = { method: 'GET' | 'POST'; path: string; body?: () => object };
export type Load = { connections: number; seconds: number };
export type Figures = { perSecond: number; p50Ms: number; p95Ms: number; failed: number };

/** Calls over and over from so many connections, each waiting for its answer, and says how it went. */
export async function measure(origin: string, call: Call, { connections, seconds }: Load): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const oneConnection = async () => {
    while (performance.now() < end) {
      const before = performance.now();
      const status = await send(new URL(call.path, origin), call, agent);
      times.push(performance.now() - before);
      if (status !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, oneConnection));
  const elapsedSeconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / elapsedSeconds,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    failed,
  };
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function send(url: URL, { method, body }: Call, agent: Agent): Promise<number> {
  const text = body ? JSON.stringify(body()) : undefined;
  return new Promise((resolve, reject) => {
    const headers = text === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request(url, { method, agent, headers }, (reply) => {
      reply.on('end', () => resolve(reply.statusCode ?? 0)).on('error', reject);
      reply.resume();
    });
    sent.on('error', reject).end(text);
  });
}
