import { html } from '../html.ts';
import { page } from '../page.ts';
import type { StoredText } from './store.ts';

/** The HTML page of the texts. */
export function textsPage(texts: StoredText[]): Response {
  const count = texts.length === 1 ? '1 text' : `${texts.length} texts`;
  return page(
    'Texts',
    html`<h1>Texts</h1>
<p>Every text message the local system sent, newest first: ${count}. Nothing leaves this machine; reload to see more.</p>
${texts.map(
  ({ to, from, body, status, errorCode, createdAt }) => html`<article>
<header><strong>${body}</strong><p>To ${to}, from ${from}, ${createdAt.slice(0, 19).replace('T', ' ')}: ${status}${errorCode === null ? '' : ` (${errorCode})`}</p></header>
</article>`,
)}`,
  );
}
