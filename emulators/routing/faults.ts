import { objectIn } from './replies.ts';

/**
 * What the next calls below `path` do instead of answering. 'wrong': an answer with status 200 that cannot be used.
 * Without any of them: status 503.
 */
interface FaultRule {
  path: string;
  times: number;
  status: number;
  delayMs: number;
  drop: boolean;
  wrong: WrongAnswer | null;
}

/** 'cut': without its first parts; 'nulls': no way is found; 'huge': numbers that cannot be; 'html': no JSON. */
const WRONG_ANSWERS = ['cut', 'nulls', 'huge', 'html'] as const;
export type WrongAnswer = (typeof WRONG_ANSWERS)[number];

/** A call as GET /__control/requests lists it. */
interface RecordedCall {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  status: number;
}

export class Faults {
  #rule: FaultRule | null = null;
  #calls: RecordedCall[] = [];

  /** The rule for this call, which counts as one of its times; null without one. */
  take(path: string): FaultRule | null {
    const rule = this.#rule;
    if (!rule || !path.startsWith(rule.path) || rule.times <= 0) return null;
    rule.times -= 1;
    return rule;
  }

  /** Takes an arrived call. Returns how its status is recorded, which a reset since then makes void. */
  arrive(request: Request): (status: number) => Promise<void> {
    const calls = this.#calls;
    const copy = request.clone();
    return (status) => record(calls, copy, status);
  }

  /**
   * POST /__control/fail-next {times: 1, path?, status?: 503, delayMs?, drop?, wrong?}, DELETE fail-next, GET requests,
   * POST reset.
   */
  async answerControl(request: Request): Promise<Response> {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/__control', '')}`;
    switch (call) {
      case 'POST /fail-next':
        return this.#setRule(await objectIn(request));
      case 'DELETE /fail-next':
        this.#rule = null;
        return Response.json({ times: 0 });
      case 'GET /requests':
        return Response.json(this.#calls);
      case 'POST /reset':
        this.#rule = null;
        this.#calls = [];
        return Response.json({});
      default:
        return Response.json({ message: `There is no control call ${call}.` }, { status: 404 });
    }
  }

  #setRule(body: Record<string, unknown> | null): Response {
    const { times = 1, path = '/', status = 503, delayMs = 0, drop = false, wrong = false } = body ?? {};
    if (!Number.isInteger(times) || Number(times) < 1) {
      return Response.json({ message: 'times must be a whole number from 1.' }, { status: 400 });
    }
    this.#rule = {
      path: String(path),
      times: Number(times),
      status: delayMs ? Number(body?.status ?? 0) : Number(status),
      delayMs: Number(delayMs),
      drop: Boolean(drop),
      wrong: wrongOf(wrong),
    };
    return Response.json(this.#rule);
  }
}

function wrongOf(wrong: unknown): WrongAnswer | null {
  return wrong === true ? 'cut' : (WRONG_ANSWERS.find((one) => one === wrong) ?? null);
}

const MAX_CALLS = 500;

async function record(calls: RecordedCall[], request: Request, status: number): Promise<void> {
  const { pathname, searchParams } = new URL(request.url);
  const body = request.method === 'POST' ? await objectIn(request) : null;
  const query = Object.fromEntries(searchParams);
  calls.push({ method: request.method, path: pathname, query, body, status });
  if (calls.length > MAX_CALLS) calls.shift();
}
