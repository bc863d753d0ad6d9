import { type Html, html } from '../html.ts';
import { page } from '../page.ts';
import type { Attachment } from './mail.ts';
import type { Message } from './messages.ts';

/** The HTML page of the mailbox. */
export function mailboxPage(messages: Message[]): Response {
  const count = messages.length === 1 ? '1 e-mail' : `${messages.length} e-mails`;
  return page(
    'Mailbox',
    html`<h1>Mailbox</h1>
<p>Every e-mail the local system sent, newest first: ${count}. Nothing leaves this machine; reload to see more.</p>
${messages.map(article)}`,
  );
}

function article(message: Message): Html {
  const { id, from, to, replyTo, subject, text, attachments, createdAt } = message;
  return html`<article>
<header><strong>${subject}</strong><p>To ${to}, from ${from}${replyTo && replyTo !== from ? `, replies to ${replyTo}` : ''}, ${createdAt.slice(0, 19).replace('T', ' ')}</p></header>
${message.html === '' ? null : html`<iframe sandbox loading="lazy" title="${subject}" src="/messages/${id}/html"></iframe>`}
${text === '' ? null : html`<details${message.html === '' ? html` open` : null}><summary>Plain text</summary><pre>${text}</pre></details>`}
${attachments.map(attached)}
</article>`;
}

function attached({ filename, type, text, base64 }: Attachment): Html {
  if (base64 !== undefined) return html`<p>Picture: ${filename} (${type})</p>`;
  return html`<details><summary>Attachment: ${filename} (${type})</summary><pre>${text}</pre></details>`;
}

/** The HTML of an e-mail, for the sandboxed frame: no script runs and nothing is fetched. */
export function messageFrame(message: Message | null): Response {
  if (!message) return Response.json({ message: 'There is no such mail.' }, { status: 404 });
  return new Response(withPictures(message), {
    headers: {
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** A mail program shows attached pictures in the place of their content ids. */
function withPictures({ html: text, attachments }: Message): string {
  return attachments.reduce(
    (shown, { contentId, type, base64 }) =>
      contentId === undefined ? shown : shown.replaceAll(`cid:${contentId}`, `data:${type};base64,${base64}`),
    text,
  );
}
