import type { Messages } from './messages.ts';

/** The number of next e-mails that are refused. */
export class Refusals {
  readonly #messages: Messages;

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  set(times: number): void {
    this.#messages.saveSetting('refuse', times);
  }

  /** Whether this e-mail must be refused; decrements the count. */
  take(): boolean {
    const left = this.#messages.setting('refuse');
    if (left > 0) this.set(left - 1);
    return left > 0;
  }
}

/** POST /__control/fail-next {times: 1}; DELETE cancels it. */
export async function answerControl(refusals: Refusals, request: Request): Promise<Response> {
  const call = `${request.method} ${new URL(request.url).pathname}`;
  if (call === 'DELETE /__control/fail-next') {
    refusals.set(0);
    return Response.json({ times: 0 });
  }
  if (call !== 'POST /__control/fail-next')
    return Response.json({ message: `There is no control call ${call}.` }, { status: 404 });
  const times = parseTimes(await request.text());
  if (times === null)
    return Response.json({ message: 'times must be a whole number from 1.' }, { status: 400 });
  refusals.set(times);
  return Response.json({ times });
}

function parseTimes(body: string): number | null {
  try {
    const { times = 1 } = (body === '' ? {} : JSON.parse(body)) as { times?: unknown };
    return Number.isInteger(times) && Number(times) >= 1 ? Number(times) : null;
  } catch {
    return null;
  }
}
