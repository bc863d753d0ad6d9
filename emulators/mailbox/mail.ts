/**
 * An e-mail as POST /messages accepts it, with the fields of Cloudflare's send_email binding:
 * { from, to, subject, text?, html?, replyTo?, cc?, bcc?, headers?, attachments?: [{ filename, type, content }] }.
 * An address is 'a@b.c' or { email, name? }, `to` one or several; an attachment's content is plain text, or base64
 * (named by `encoding`, else detected). A picture stays base64; one with a `contentId` is part of the HTML.
 */
export interface Mail {
  from: string;
  /** Several addresses are joined by ', '. */
  to: string;
  /** '' when replies go to the sender. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: Attachment[];
}

export interface Attachment {
  filename: string;
  type: string;
  /** Decoded; '' for a picture. */
  text: string;
  /** Of a picture. */
  base64?: string;
  contentId?: string;
}

/** An invalid e-mail; the message says why. */
export class BadMail extends Error {}

export function mailFrom(body: string): Mail {
  const mail = parsed(body);
  if (!isObject(mail)) throw new BadMail('A mail is a JSON object.');
  const { from, to, replyTo, subject, text = '', html = '', headers = {}, attachments = [] } = mail;
  if (typeof subject !== 'string' || subject === '') throw new BadMail('subject must be a text.');
  if (typeof text !== 'string' || typeof html !== 'string') throw new BadMail('text and html must be texts.');
  if (text === '' && html === '') throw new BadMail('A mail needs text or html.');
  if (!isObject(headers)) throw new BadMail('headers must be an object.');
  if (!Array.isArray(attachments)) throw new BadMail('attachments must be a list.');
  return {
    from: address(from, 'from'),
    to: Array.isArray(to) ? to.map((one) => address(one, 'to')).join(', ') : address(to, 'to'),
    replyTo: replyTo === undefined ? '' : address(replyTo, 'replyTo'),
    subject,
    text,
    html,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    attachments: attachments.map(attachment),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new BadMail('The body must be JSON.');
  }
}

function address(given: unknown, name: string): string {
  const email = isObject(given) ? given.email : given;
  if (typeof email === 'string' && /@/.test(email)) return email;
  throw new BadMail(`${name} must be an e-mail address.`);
}

function attachment(given: unknown): Attachment {
  if (!isObject(given)) throw new BadMail('An attachment is an object.');
  const { filename, type = 'application/octet-stream', content, encoding, contentId } = given;
  if (typeof filename !== 'string' || typeof content !== 'string') {
    throw new BadMail('An attachment needs a filename and its content as text.');
  }
  const isEncoded = encoding === 'base64' || (encoding === undefined && looksEncoded(content));
  if (isEncoded && /^image\//.test(String(type))) {
    const picture = { filename, type: String(type), text: '', base64: content };
    return typeof contentId === 'string' ? { ...picture, contentId } : picture;
  }
  return {
    filename,
    type: String(type),
    text: isEncoded ? Buffer.from(content, 'base64').toString('utf8') : content,
  };
}

/** Without `encoding`: base64 text has no spaces and encodes to itself after decoding. */
function looksEncoded(content: string): boolean {
  return (
    /^[A-Za-z0-9+/]{8,}={0,2}$/.test(content) && Buffer.from(content, 'base64').toString('base64') === content
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
