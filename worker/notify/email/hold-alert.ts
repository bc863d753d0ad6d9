import { type Day, formatDay } from '#domain/shared/days.ts';
import { type Business, renderEmail } from './layout.ts';

type EmailInput = {
  /** The sizes, or the fleet, whose limit is near. */
  usage: { name: string; heldDays: number; maxDays: number }[];
  /** The days whose truck moves are near their limit. */
  days: { day: Day; heldMoves: number; maxHeldMoves: number }[];
  /** The URL of the holds page in the back office. */
  url: string;
  business: Business;
};

/** The e-mail to the business that unpaid holds are near a limit, above which new holds are refused. */
export function holdAlertEmail({ usage, days, url, business }: EmailInput) {
  return renderEmail({
    subject: 'Many dumpsters are held by unpaid bookings',
    greeting: 'Hello,',
    paragraphs: [
      'Customers who have not paid yet hold almost as much as online booking allows. At the limit, new customers are asked to call you.',
      'Please check the holds. If they look real, there is nothing to do: each ends within half an hour. Release those that do not look like customers.',
    ],
    facts: [
      ...usage.map(({ name, heldDays, maxDays }) => ({
        name,
        value: `${heldDays} of ${maxDays} days are held`,
      })),
      ...days.map(({ day, heldMoves, maxHeldMoves }) => ({
        name: formatDay(day),
        value: `${heldMoves} of ${maxHeldMoves} truck moves are held`,
      })),
    ],
    button: { label: 'Check the holds', url },
    closing: ['You get this e-mail at most once an hour.'],
    business,
  });
}
