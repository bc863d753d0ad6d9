import { WorkerEntrypoint } from 'cloudflare:workers';

const PART = 8192;

type Env = { MAILBOX_URL: string };
type Attachment = { content: string | ArrayBuffer | ArrayBufferView<ArrayBuffer> };
type Message = { attachments?: Attachment[] };

/** Replaces the e-mail service: the same `send`, delivered to the mailbox. */
export default class Mail extends WorkerEntrypoint<Env> {
  async send(message: Message): Promise<{ messageId: string }> {
    const attachments = message.attachments?.map((each) => ({ ...each, ...asText(each.content) }));
    const reply = await fetch(`${this.env.MAILBOX_URL}/messages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...message, attachments }),
    });
    if (!reply.ok)
      throw new Error(`The mailbox refused the message (${reply.status}): ${await reply.text()}`);
    const { id } = await reply.json<{ id: number }>();
    return { messageId: `mailbox-${id}` };
  }
}

function asText(content: Attachment['content']) {
  if (typeof content === 'string') return { content };
  const bytes = ArrayBuffer.isView(content)
    ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    : new Uint8Array(content);
  // In parts: a picture has more bytes than a call can have arguments.
  let binary = '';
  for (let from = 0; from < bytes.length; from += PART) {
    binary += String.fromCharCode(...bytes.subarray(from, from + PART));
  }
  return { content: btoa(binary), encoding: 'base64' };
}
