import { expect, it } from 'vitest';
import { renderEmail } from './layout.ts';

const BUSINESS = { name: 'Ironwood', phone: '(717) 555-0100', email: 'office@example.com' };

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
    business: BUSINESS,
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
    business: BUSINESS,
  });
  const asText = 'Ada Bcc: all@example.com <img src=x>';
  expect(subject).toBe(asText);
  expect(text.split('\n').slice(0, 3)).toEqual([`Hello ${asText},`, '', `Delivered to: ${asText}`]);
  expect(html).not.toContain('<img');
});
