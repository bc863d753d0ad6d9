import type { Administrator } from '../../local/administrator.ts';
import { book, type Past } from '../past.ts';
import { fillToday, markSomeDone } from './phone-orders.ts';
import { MOMENTS, planFirm } from './plan.ts';
import { publishFirm } from './publish.ts';
import { signIn, staffAt } from './staff-session.ts';
import { type BookedRental, workOn } from './work.ts';

/** Plays two months of a firm with prices: customers book, staff do the work of each booking. */
export async function makeFirm(past: Past, admin: Administrator): Promise<void> {
  const plan = planFirm(past.today);
  const session = await signIn(await past.at(0), admin);
  const booked: BookedRental[] = [];
  for (const age of MOMENTS) {
    const moment = await past.at(age);
    const staff = staffAt(moment, session);
    if (age === MOMENTS[0]) await publishFirm(staff, past.today);
    for (const rental of booked) await workOn(staff, moment.day, rental);
    for (const { order, ...rest } of plan.filter(({ madeDaysAgo }) => madeDaysAgo === age)) {
      const id = await book(moment, order);
      if (id) booked.push({ id, order, ...rest });
    }
    await fillToday(staff, { age, today: past.today });
  }
  await markSomeDone(staffAt(await past.at(0), session), past.today);
  // E-mails of the past are not sent again. The published catalog goes to the public page once the system runs.
  await past.database
    .prepare("UPDATE outbox SET done_at = created_at WHERE done_at IS NULL AND kind <> 'catalog-published'")
    .run();
}
