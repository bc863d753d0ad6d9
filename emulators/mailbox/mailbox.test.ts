import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { DeliveryEvent } from './delivery-events.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { startMailbox } from './server.ts';

const MAIL = {
  from: { email: 'office@dumpsters.example.com', name: 'Office' },
  to: 'ann@example.com',
  subject: 'Your dumpster',
  text: 'It comes on Monday.',
  html: '<p>It comes on <b>Monday</b>.</p>',
};

let open: Mailbox[] = [];
afterEach(() => {
  for (const mailbox of open) mailbox.close();
  open = [];
});

function newMailbox(sent: DeliveryEvent[] | null = null): Mailbox {
  const mailbox = createMailbox({
    file: ':memory:',
    now: () => Date.UTC(2026, 10, 20, 12),
    ...(sent && { sendEvent: async (event) => void sent.push(event) }),
  });
  open.push(mailbox);
  return mailbox;
}

function call(mailbox: Mailbox, method: string, [path, body]: [string, unknown?]): Promise<Response> {
  const request = new Request(`http://mailbox${path}`, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return mailbox.handle(request);
}

async function messages(mailbox: Mailbox): Promise<Record<string, unknown>[]> {
  return (await (await call(mailbox, 'GET', ['/messages'])).json()) as Record<string, unknown>[];
}

test('mails are listed newest first, with their attachments decoded', async () => {
  const mailbox = newMailbox();
  const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
  const attachments = [
    { filename: 'rental.ics', type: 'text/calendar', content: Buffer.from(calendar).toString('base64') },
    { filename: 'note.txt', type: 'text/plain', content: 'plain words' },
  ];
  expect((await call(mailbox, 'POST', ['/messages', MAIL])).status).toBe(201);
  await call(mailbox, 'POST', [
    '/messages',
    { ...MAIL, to: ['bob@example.com', { email: 'cy@example.com' }], attachments },
  ]);

  const [newest, oldest] = await messages(mailbox);
  expect(oldest).toMatchObject({
    id: 1,
    to: 'ann@example.com',
    subject: 'Your dumpster',
    attachments: [],
    createdAt: '2026-11-20T12:00:00.000Z',
  });
  expect(newest).toMatchObject({
    to: 'bob@example.com, cy@example.com',
    attachments: [
      { filename: 'rental.ics', type: 'text/calendar', text: calendar },
      { filename: 'note.txt', type: 'text/plain', text: 'plain words' },
    ],
  });
});

test('a picture is part of the HTML that names its content id', async () => {
  const mailbox = newMailbox();
  const picture = { filename: 'placement.jpg', type: 'image/jpeg', contentId: 'placement' };
  const attachments = [{ ...picture, content: '/9j/AQI=', encoding: 'base64' }];
  const mail = { ...MAIL, html: '<img src="cid:placement">', attachments };
  await call(mailbox, 'POST', ['/messages', mail]);
  const [message] = await messages(mailbox);
  expect(message).toMatchObject({ attachments: [{ ...picture, text: '', base64: '/9j/AQI=' }] });
  const frame = await call(mailbox, 'GET', [`/messages/${message?.id}/html`]);
  expect(await frame.text()).toBe('<img src="data:image/jpeg;base64,/9j/AQI=">');
});

test('an e-mail sent twice is shown twice, even with the same Message-ID', async () => {
  const mailbox = newMailbox();
  const mail = { ...MAIL, headers: { 'Message-ID': '<one@dumpsters>' } };
  await call(mailbox, 'POST', ['/messages', mail]);
  await call(mailbox, 'POST', ['/messages', mail]);
  expect(await messages(mailbox)).toHaveLength(2);
});

test('fail-next refuses exactly the given number of e-mails', async () => {
  const mailbox = newMailbox();
  expect((await call(mailbox, 'POST', ['/__control/fail-next', { times: 2 }])).status).toBe(200);
  const statuses = [];
  for (let sent = 0; sent < 3; sent += 1)
    statuses.push((await call(mailbox, 'POST', ['/messages', MAIL])).status);
  expect(statuses).toEqual([503, 503, 201]);
  expect(await messages(mailbox)).toHaveLength(1);
  expect((await call(mailbox, 'POST', ['/__control/fail-next', { times: 0 }])).status).toBe(400);
  expect((await call(mailbox, 'POST', ['/__control/nothing', {}])).status).toBe(404);
});

test('the latest e-mail to an address comes back, or arrives, as an event of the e-mail service', async () => {
  const sent: DeliveryEvent[] = [];
  const mailbox = newMailbox(sent);
  const control = async (name: string, body: unknown) =>
    (await call(mailbox, 'POST', [`/__control/${name}`, body])).status;
  expect(await control('bounce', { to: 'ann@example.com' })).toBe(404);
  await call(mailbox, 'POST', ['/messages', MAIL]);
  await call(mailbox, 'POST', ['/messages', { ...MAIL, to: ['bob@example.com', 'Ann@example.com'] }]);
  await call(mailbox, 'POST', ['/messages', { ...MAIL, to: 'cy@example.com' }]);
  expect(await control('bounce', { to: 'ann@example.com', reason: 'Mailbox full' })).toBe(200);
  expect(await control('deliver', { to: 'cy@example.com' })).toBe(200);
  expect(sent).toMatchObject([
    {
      type: 'cf.email.sending.message.bounced',
      payload: { messageId: 'mailbox-2', recipient: 'ann@example.com', bounce: { reason: 'Mailbox full' } },
      metadata: { eventTimestamp: '2026-11-20T12:00:00.000Z' },
    },
    { type: 'cf.email.sending.message.delivered', payload: { messageId: 'mailbox-3' } },
  ]);
  expect(await control('bounce', { to: 'nowhere' })).toBe(400);
  const alone = newMailbox();
  await call(alone, 'POST', ['/messages', MAIL]);
  expect((await call(alone, 'POST', ['/__control/bounce', { to: 'ann@example.com' }])).status).toBe(503);
});

describe('an invalid e-mail is refused with the reason', () => {
  test.each([
    ['subject', { ...MAIL, subject: '' }],
    ['to', { ...MAIL, to: 'no address' }],
    ['text or html', { ...MAIL, text: '', html: '' }],
    ['attachments', { ...MAIL, attachments: 'none' }],
  ])('%s', async (word, mail) => {
    const answer = await call(newMailbox(), 'POST', ['/messages', mail]);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain(word);
  });
});

test('the page escapes the text of e-mails and shows their HTML in a sandboxed frame', async () => {
  const mailbox = newMailbox();
  await call(mailbox, 'POST', [
    '/messages',
    { ...MAIL, subject: '<script>alert(1)</script>', html: '<script>alert(2)</script>' },
  ]);
  const shown = await (await call(mailbox, 'GET', ['/'])).text();
  expect(shown).not.toContain('<script>');
  expect(shown).toContain('<iframe sandbox');
  const frame = await call(mailbox, 'GET', ['/messages/1/html']);
  expect(await frame.text()).toContain('alert(2)');
  expect(frame.headers.get('Content-Security-Policy')).toContain('sandbox');
  expect((await call(mailbox, 'GET', ['/messages/9/html'])).status).toBe(404);
});

test('e-mails arrive over HTTP and survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
  const options = { port: 0, file: join(folder, 'mailbox', 'mailbox.sqlite') };
  const first = await startMailbox(options);
  await fetch(`${first.url}/messages`, { method: 'POST', body: JSON.stringify(MAIL) });
  await first.close();
  const second = await startMailbox(options);
  const kept = (await (await fetch(`${second.url}/messages`)).json()) as { subject: string }[];
  await second.close();
  rmSync(folder, { recursive: true });
  expect(kept.map(({ subject }) => subject)).toEqual(['Your dumpster']);
});
