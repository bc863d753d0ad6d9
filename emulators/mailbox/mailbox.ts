import { answerDelivery, type SendEvent } from './delivery-events.ts';
import { BadMail, mailFrom } from './mail.ts';
import { mailboxPage, messageFrame } from './mailbox-page.ts';
import { Messages } from './messages.ts';
import { answerControl, Refusals } from './refusals.ts';

export interface MailboxOptions {
  /** An SQLite file, or ':memory:'. */
  file: string;
  /** Milliseconds. */
  now: () => number;
  /** Without it, e-mails cannot come back. */
  sendEvent?: SendEvent;
}

export interface Mailbox {
  handle(request: Request): Promise<Response>;
  close(): void;
}

/**
 * Stores and shows the e-mails of the local system. POST /messages takes one e-mail (see mail.ts), GET
 * /messages gives all of them, newest first; mails with one Message-ID are all kept, so that duplicates show.
 */
export function createMailbox({ file, now, sendEvent }: MailboxOptions): Mailbox {
  const messages = new Messages(file);
  const refusals = new Refusals(messages);
  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const call = `${request.method} ${pathname}`;
      if (call === 'POST /messages') return accept(request, { messages, refusals, now });
      if (call === 'GET /messages')
        return Response.json(messages.list(), { headers: { 'Cache-Control': 'no-store' } });
      if (call === 'GET /') return mailboxPage(messages.list());
      const id = /^GET \/messages\/(\d+)\/html$/.exec(call)?.[1];
      if (id !== undefined) return messageFrame(messages.find(Number(id)));
      if (call === 'POST /__control/bounce' || call === 'POST /__control/deliver')
        return answerDelivery({ messages, now, sendEvent: sendEvent ?? null }, request);
      if (pathname.startsWith('/__control/')) return answerControl(refusals, request);
      return Response.json({ message: `There is nothing at ${pathname}.` }, { status: 404 });
    },
    close: () => messages.close(),
  };
}

interface Acceptance {
  messages: Messages;
  refusals: Refusals;
  now: () => number;
}

async function accept(request: Request, { messages, refusals, now }: Acceptance): Promise<Response> {
  if (refusals.take())
    return Response.json({ message: 'The mailbox is set to reject this e-mail.' }, { status: 503 });
  try {
    const id = messages.add(mailFrom(await request.text()), new Date(now()).toISOString());
    return Response.json({ id }, { status: 201 });
  } catch (error) {
    if (error instanceof BadMail) return Response.json({ message: error.message }, { status: 400 });
    throw error;
  }
}
