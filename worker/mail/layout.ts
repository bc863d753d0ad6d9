/** What every mail says of the business. */
export type Business = { name: string; phone: string; email: string };

export type Letter = {
  subject: string;
  greeting: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  button?: { label: string; url: string };
  business: Business;
};

/** One template for all mails, as text and as HTML: tables and inline styles, as mail programs want it. */
export function renderLetter(letter: Letter) {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

function asText({ greeting, paragraphs, button, business }: Letter): string {
  const action = button ? [`${button.label}:\n${button.url}`] : [];
  return [greeting, ...paragraphs, ...action, signature(business)].join('\n\n');
}

function asHtml({ subject, greeting, paragraphs, button, business }: Letter): string {
  const body = [greeting, ...paragraphs]
    .map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`)
    .join('');
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;background:#17573c;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f5f3ee;color:#1b1d1a;font:16px/1.5 Arial,Helvetica,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="background:#12382a;color:#ffffff;padding:16px 24px;border-bottom:4px solid #f7c325;border-radius:8px 8px 0 0;font-weight:700">${escapeHtml(business.name)}</td></tr>
<tr><td style="padding:24px">${body}${action}</td></tr>
<tr><td style="padding:0 24px 24px;color:#5a5f58;font-size:14px;white-space:pre-line">${escapeHtml(signature(business))}</td></tr>
</table></td></tr></table></body></html>`;
}

function signature({ name, phone, email }: Business): string {
  return `${name}\n${phone}\n${email}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
