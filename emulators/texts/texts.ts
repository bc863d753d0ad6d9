import { answerTextControl, takeFailure } from './control.ts';
import { type StoredText, TextStore } from './store.ts';
import { textsPage } from './texts-page.ts';
import { TextWebhooks, type WebhookOptions } from './webhooks.ts';

export interface TextsOptions extends WebhookOptions {
  /** An SQLite file, or ':memory:'. */
  file: string;
  /** Milliseconds. */
  now: () => number;
}

export interface Texts {
  handle(request: Request): Promise<Response>;
  close(): void;
}

export interface TextsWorld {
  store: TextStore;
  webhooks: TextWebhooks;
  options: TextsOptions;
}

/** Twilio's test numbers that get no texts: https://www.twilio.com/docs/iam/test-credentials */
const REFUSED: Readonly<Record<string, [code: number, message: string]>> = {
  '+15005550001': [21_211, "The 'To' number is not a valid phone number."],
  '+15005550009': [21_614, "'To' number is not a valid mobile number"],
};

/**
 * Stands in for Twilio's Messages API. GET /messages lists the texts, newest first; /__control/... is in control.ts. An
 * accepted text is reported as sent and delivered at once.
 */
export function createTexts(options: TextsOptions): Texts {
  const store = new TextStore(options.file);
  const world = { store, webhooks: new TextWebhooks(options), options };
  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const call = `${request.method} ${pathname}`;
      if (call === 'GET /messages') return Response.json(store.list().map(listed), NO_STORE);
      if (call === 'GET /') return textsPage(store.list());
      if (pathname.startsWith('/__control/')) return answerTextControl(world, request);
      const account = /^(GET|POST) \/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/.exec(call);
      if (account) return answerApi(world, request, account[2] ?? '');
      return Response.json({ message: `There is nothing at ${pathname}.` }, { status: 404 });
    },
    close: () => store.close(),
  };
}

const NO_STORE = { headers: { 'Cache-Control': 'no-store' } };

function listed({ id, to, from, body, status, errorCode, createdAt }: StoredText) {
  return { id, to, from, body, status, errorCode, createdAt };
}

async function answerApi(world: TextsWorld, request: Request, accountSid: string): Promise<Response> {
  const expected = `Basic ${btoa(`${world.options.accountSid}:${world.options.authToken}`)}`;
  if (accountSid !== world.options.accountSid || request.headers.get('Authorization') !== expected)
    return refused(401, 20_003, 'Authenticate');
  if (request.method === 'GET') return list(world, new URL(request.url).searchParams);
  const failure = takeFailure(world.store);
  if (failure?.when === 'before')
    return failure.drop ? dropped() : refused(failure.status, 20_500, 'Set to fail');
  const answer = await accept(world, new URLSearchParams(await request.text()));
  return failure ? dropped() : answer;
}

/** The server closes the connection without an answer. */
function dropped(): never {
  const error = new Error('Set to drop the connection');
  error.name = 'ConnectionDropped';
  throw error;
}

async function accept(world: TextsWorld, form: URLSearchParams): Promise<Response> {
  const [to, body] = [form.get('To') ?? '', form.get('Body') ?? ''];
  const from = form.get('From') ?? form.get('MessagingServiceSid') ?? '';
  if (!/^\+\d{8,15}$/.test(to)) return refused(400, 21_211, "The 'To' number is not a valid phone number.");
  if (from === '') return refused(400, 21_603, "A 'From' phone number is required.");
  if (body === '' || body.length > 1600)
    return refused(400, 21_602, 'Message body is required, or too long.');
  const [code, message] = REFUSED[to] ?? [];
  if (code && message) return refused(400, code, message);
  if (world.store.isStopped(to)) return refused(400, 21_610, 'Attempt to send to unsubscribed recipient');
  const text = world.store.add({
    to,
    from,
    body,
    status: 'queued',
    errorCode: null,
    callbackUrl: form.get('StatusCallback') ?? '',
    createdAt: new Date(world.options.now()).toISOString(),
  });
  world.webhooks.afterAccepted(world.store, text);
  return Response.json(asTwilio(text), { status: 201 });
}

function list({ store }: TextsWorld, query: URLSearchParams): Response {
  const to = query.get('To');
  const found = store.list().filter((text) => to === null || text.to === to);
  const messages = found.slice(0, Number(query.get('PageSize') ?? 50)).map(asTwilio);
  return Response.json({ messages, page: 0, page_size: messages.length, next_page_uri: null });
}

function asTwilio({ id, to, from, body, status, errorCode, createdAt }: StoredText) {
  const created = new Date(createdAt).toUTCString().replace('GMT', '+0000');
  return {
    sid: id,
    status,
    to,
    from,
    body,
    direction: 'outbound-api',
    error_code: errorCode,
    error_message: null,
    date_created: created,
    date_updated: created,
    price: null,
    date_sent: status === 'queued' ? null : created,
    num_segments: String(Math.max(1, Math.ceil(body.length / 153))),
  };
}

function refused(status: number, code: number, message: string): Response {
  return Response.json({ code, message, more_info: '', status }, { status });
}
