import { expect, it } from 'vitest';
import { EMAIL_BUSINESS } from '#worker/test/builders.ts';
import { overdueDigestEmail } from './staff-alerts.ts';

const rental = {
  id: 12,
  firstName: 'Maria',
  lastName: 'Alvarez',
  phone: '(717) 555-0142',
  address: '118 Chestnut Street',
  city: 'Lancaster',
  agreedPickupDay: '2026-12-07',
};
const url = 'https://dumpsters.example.com/admin/bookings?work=overdue';
const digest = { hasMore: false, today: '2026-12-10', url, business: EMAIL_BUSINESS };

it('the e-mail about overdue rentals says for how long, and that there are more', () => {
  const other = { ...rental, id: 13, agreedPickupDay: '2026-12-09' };
  const { subject, text } = overdueDigestEmail({ ...digest, rentals: [rental, other], hasMore: true });
  expect(subject).toBe('Over 2 rentals are overdue on Dec 10, 2026');
  const line =
    '#12 Maria Alvarez, (717) 555-0142, 118 Chestnut Street, Lancaster: pickup agreed for Dec 7, 2026, 3 days ago';
  expect(text.replaceAll(/\s+/g, ' ')).toContain(line);
  expect(text).toContain('yesterday');
  expect(overdueDigestEmail({ ...digest, rentals: [rental] }).subject).toBe(
    '1 rental is overdue on Dec 10, 2026',
  );
});
