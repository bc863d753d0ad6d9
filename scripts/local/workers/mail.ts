import { WorkerEntrypoint } from 'cloudflare:workers';

type Env = { MAILBOX_URL: string };

/** In the place of the e-mail service: the same `send`, delivered to the mailbox. */
export default class Mail extends WorkerEntrypoint<Env> {
  async send(message: unknown): Promise<unknown> {
    const reply = await fetch(`${this.env.MAILBOX_URL}/send`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    });
    if (!reply.ok) throw new Error(`The mailbox refused the message: ${reply.status}`);
    return reply.json();
  }
}
