import type { Log } from './log.ts';

/** An e-mail; `dedupeKey` is the same when the same e-mail is sent again. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  dedupeKey: string;
  attachments?: TextFile[];
  images?: InlineImage[];
};
export type TextFile = { filename: string; type: string; text: string };
/** A picture that the HTML shows: <img src="cid:contentId">. */
export type InlineImage = { filename: string; type: string; bytes: Uint8Array; contentId: string };
/** 'withheld': staging does not send to this address. `messageId`: the id of the service; null when it gave none. */
type MailResult = { status: 'sent'; messageId: string | null } | { status: 'withheld' };
export type Mailer = { send(mail: Mail): Promise<MailResult> };

/**
 * Cloudflare's e-mail service. It sets Message-ID itself and rejects a custom one, so the dedupe key has its own
 * header. Resolves once the service has accepted the e-mail. `readSender` returns the sender and the address for replies.
 */
export function makeMailer(
  service: SendEmail,
  readSender: () => Promise<{ from: { name: string; email: string }; replyTo: string }>,
): Mailer {
  return {
    async send({ to, subject, text, html, dedupeKey, attachments = [], images = [] }) {
      const files = [...attachments.map(asBytes), ...images.map(asInline)];
      const { messageId } = await service.send({
        ...(await readSender()),
        to,
        subject,
        text,
        html,
        headers: { 'X-Cause-ID': dedupeKey },
        ...(files.length > 0 && { attachments: files }),
      });
      return { status: 'sent', messageId: messageId || null };
    },
  };
}

/** Sends only to these addresses (in lower case). Withholds and logs every other e-mail. */
export function withRecipients(mailer: Mailer, recipients: readonly string[], log: Log): Mailer {
  return {
    async send(mail) {
      if (recipients.includes(mail.to.toLowerCase())) return mailer.send(mail);
      log.info('email_withheld', { dedupeKey: mail.dedupeKey });
      return { status: 'withheld' };
    },
  };
}

/** As bytes, because the service reads a string as base64. */
function asBytes({ filename, type, text }: TextFile) {
  return { disposition: 'attachment' as const, filename, type, content: new TextEncoder().encode(text) };
}

function asInline({ filename, type, bytes, contentId }: InlineImage) {
  return { disposition: 'inline' as const, contentId, filename, type, content: bytes };
}
