import { describe, expect, it } from 'vitest';
import { ACCENT_COLORS, ACCENTS } from '#domain/shared/business.ts';
import { contrast } from '#domain/test/contrast.ts';
import { EMAIL_BUSINESS } from '#worker/test/builders.ts';
import { EMAIL_COLORS } from './html-part.ts';
import { renderEmail } from './layout.ts';

it('lists facts in both forms, between the paragraphs and the closing', () => {
  const { text, html } = renderEmail({
    subject: 'Hello',
    greeting: 'Hello Ada,',
    paragraphs: ['before'],
    facts: [
      { name: 'Booking', value: '#12' },
      { name: 'Rental', value: '7-Day Rental' },
    ],
    closing: ['after'],
    business: EMAIL_BUSINESS,
  });
  expect(text).toBe(
    'Hello Ada,\n\nbefore\n\nBooking: #12\nRental: 7-Day Rental\n\nafter\n\nIronwood\n(717) 555-0100\noffice@example.com',
  );
  expect(html).toMatch(/before<\/p><table.*#12<\/td>.*7-Day Rental<\/td><\/tr><\/table><p[^>]*>after/);
});

it('keeps user input on its line, as text', () => {
  const typed = 'Ada\r\nBcc: all@example.com\n\n<img src=x>';
  const { subject, text, html } = renderEmail({
    subject: typed,
    greeting: `Hello ${typed},`,
    paragraphs: [],
    facts: [{ name: 'Delivered to', value: typed }],
    business: EMAIL_BUSINESS,
  });
  const asText = 'Ada Bcc: all@example.com <img src=x>';
  expect(subject).toBe(asText);
  expect(text.split('\n').slice(0, 3)).toEqual([`Hello ${asText},`, '', `Delivered to: ${asText}`]);
  expect(html).not.toContain('<img');
});

const plain = { subject: 'Hello', greeting: 'Hello Ada,', paragraphs: [] };

it('names the opening hours below the phone number, in both forms', () => {
  const openingHours = 'Mon to Fri, 7 AM to 5 PM\nSat, 8 AM to noon\n';
  const { text, html } = renderEmail({ ...plain, business: { ...EMAIL_BUSINESS, openingHours } });
  const lines =
    'Ironwood\n(717) 555-0100\nOpening hours: Mon to Fri, 7 AM to 5 PM\nSat, 8 AM to noon\noffice@example.com';
  expect(text.endsWith(lines)).toBe(true);
  expect(html).toContain(lines);
});

it('carries the logo with the name as its text, and the accent color', () => {
  const logoUrl = 'https://dumpsters.example.com/api/business/logo/ab';
  const { html } = renderEmail({
    ...plain,
    business: { ...EMAIL_BUSINESS, name: 'Hill & "Sons"', accent: 'blue', logoUrl },
  });
  expect(html).toMatch(new RegExp(`<img src="${logoUrl}" alt="Hill &#38; &#34;Sons&#34;" height="40"`));
  expect(html).toContain(`border-bottom:4px solid ${ACCENT_COLORS.blue.signal}`);
  const unknown = renderEmail({ ...plain, business: { ...EMAIL_BUSINESS, accent: 'constructor' } });
  expect(unknown.html).not.toContain('<img');
  expect(unknown.html).toContain(`4px solid ${ACCENT_COLORS.yellow.signal}`);
});

describe.each(['light', 'dark'] as const)('the %s colors', (theme) => {
  const colors = EMAIL_COLORS[theme];

  it('keep AA contrast for text and the button', () => {
    const texts = [
      [colors.ink, colors.surface],
      [colors.ink, colors.paper],
      [colors.soft, colors.surface],
      [colors.link, colors.surface],
      [colors.onButton, colors.button],
      [colors.onLivery, colors.livery],
    ] as const;
    for (const [text, ground] of texts) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.button, colors.surface)).toBeGreaterThanOrEqual(3);
  });

  it('show each accent color as a mark below the name', () => {
    for (const accent of ACCENTS)
      expect(contrast(ACCENT_COLORS[accent].signal, colors.livery)).toBeGreaterThanOrEqual(3);
  });

  it('are used', () => {
    const { html } = renderEmail({
      ...plain,
      button: { label: 'Open', url: 'https://a.example' },
      business: EMAIL_BUSINESS,
    });
    for (const color of Object.values(colors)) expect(html).toContain(color);
  });
});
