import type { Row } from './sample-rows.ts';

/** A part of ROWS: what is stored about texts and e-mails to customers. */
export const TEXT_ROWS = {
  text_consents: (n) => ({
    id: n,
    booking_id: n,
    phone: `+1555${String(n).padStart(7, '0')}`,
    is_given: 1,
    source: 'form',
    wording: 'Text me about my rental.',
    ip: '203.0.113.7',
    created_at: n,
  }),
  text_messages: (n) => ({
    outbox_id: `outbox-${n}`,
    booking_id: n,
    phone: `+1555${String(n).padStart(7, '0')}`,
    body: 'Your dumpster arrives today.',
    created_at: n,
    updated_at: n,
  }),
  text_replies: (n) => ({
    id: `SM${n}`,
    phone: `+1555${String(n).padStart(7, '0')}`,
    keyword: 'stop',
    body: 'STOP',
    received_at: n,
  }),
  email_bounces: (n) => ({ email: `ada${n}@example.com`, reason: 'Mailbox not found', bounced_at: n }),
} satisfies Record<string, (n: number) => Row>;
