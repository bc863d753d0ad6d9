import type { TextStore } from './store.ts';
import type { TextsWorld } from './texts.ts';

export interface TextFailure {
  times: number;
  /** 'before': nothing is sent. 'after': the text is accepted, and the answer is lost. */
  when: 'before' | 'after';
  status: number;
  /** Closes the connection in place of an answer. */
  drop: boolean;
}

const FAILURE = 'fail-next';
const START_WORDS = ['START', 'YES', 'UNSTOP'];
const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];

/** The next failure that is set; null without one. Decrements the count. */
export function takeFailure(store: TextStore): TextFailure | null {
  const failure = store.setting<TextFailure>(FAILURE);
  if (!failure || failure.times < 1) return null;
  store.saveSetting(FAILURE, { ...failure, times: failure.times - 1 });
  return failure;
}

/**
 * POST fail-next {times: 1, when: 'before' | 'after', status: 503, drop: false}; DELETE fail-next. POST inbound {from,
 * body, id?}: a text from a customer. POST status {id | to, status, errorCode?}: what becomes of a text. POST reset.
 */
export async function answerTextControl(world: TextsWorld, request: Request): Promise<Response> {
  const { store } = world;
  const call = `${request.method} ${new URL(request.url).pathname.replace('/__control/', '')}`;
  const body = call.startsWith('POST') ? await readJsonBody(request) : {};
  if (body === null) return badRequest('The body must be a JSON object.');
  switch (call) {
    case 'POST fail-next':
      return setFailure(store, body);
    case 'DELETE fail-next':
      store.saveSetting(FAILURE, null);
      return Response.json({ times: 0 });
    case 'POST inbound':
      return receive(world, body);
    case 'POST status':
      return setStatus(world, body);
    case 'POST reset':
      store.reset();
      return Response.json({});
    default:
      return Response.json({ message: `There is no control call ${call}.` }, { status: 404 });
  }
}

type Body = Record<string, unknown>;

async function readJsonBody(request: Request): Promise<Body | null> {
  try {
    const text = await request.text();
    const body: unknown = text === '' ? {} : JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Body) : null;
  } catch {
    return null;
  }
}

function setFailure(store: TextStore, body: Body): Response {
  const { times = 1, when = 'before', status = 503, drop = false } = body;
  if (!Number.isInteger(times) || Number(times) < 1)
    return badRequest('times must be a whole number from 1.');
  if (when !== 'before' && when !== 'after') return badRequest("when must be 'before' or 'after'.");
  const failure = { times: Number(times), when, status: Number(status), drop: drop === true };
  store.saveSetting(FAILURE, failure);
  return Response.json(failure);
}

async function receive({ store, webhooks, options }: TextsWorld, body: Body): Promise<Response> {
  const { from, body: words, id } = body;
  if (typeof from !== 'string' || typeof words !== 'string')
    return badRequest('from and body must be texts.');
  const word = words.trim().toUpperCase();
  const isStop = STOP_WORDS.includes(word);
  if (isStop) store.stop(from);
  if (START_WORDS.includes(word)) store.start(from);
  const sid = typeof id === 'string' ? id : `SM${crypto.randomUUID().replaceAll('-', '')}`;
  const answer = await webhooks.receive({
    MessageSid: sid,
    SmsSid: sid,
    From: from,
    To: options.from,
    Body: words,
    NumMedia: '0',
    ...(isStop ? { OptOutType: 'STOP' } : {}),
  });
  return delivered(answer, sid);
}

async function setStatus({ store, webhooks }: TextsWorld, body: Body): Promise<Response> {
  const { id, to, status, errorCode = null } = body;
  if (typeof status !== 'string') return badRequest('status must be a text.');
  const text = store.list().find((one) => one.id === id || one.to === to);
  if (!text) return Response.json({ message: 'There is no such text.' }, { status: 404 });
  const code = errorCode === null ? null : Number(errorCode);
  return delivered(await webhooks.report(store, { ...text, status, errorCode: code }), text.id);
}

async function delivered(answer: Response | null, id: string): Promise<Response> {
  return Response.json({ id, webhook: answer?.status ?? null });
}

function badRequest(message: string): Response {
  return Response.json({ message }, { status: 400 });
}
