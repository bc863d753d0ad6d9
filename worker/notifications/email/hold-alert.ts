import { type Business, renderEmail } from './layout.ts';

type EmailInput = {
  /** The sizes, or the fleet, whose limit is near. */
  usage: { name: string; heldDays: number; maxDays: number }[];
  /** The URL of the holds page in the back office. */
  url: string;
  business: Business;
};

/** The e-mail to the business that unpaid hold-days are near a limit, above which new holds are refused. */
export function holdAlertEmail({ usage, url, business }: EmailInput) {
  return renderEmail({
    subject: 'Many dumpsters are held by unpaid bookings',
    greeting: 'Hello,',
    paragraphs: [
      'Customers who have not paid yet hold almost as many days as online booking allows. At the limit, new customers are asked to call you.',
      'Please check the holds. If they look real, there is nothing to do: each ends within half an hour. Release those that do not look like customers.',
    ],
    facts: usage.map(({ name, heldDays, maxDays }) => ({
      name,
      value: `${heldDays} of ${maxDays} days are held`,
    })),
    button: { label: 'Check the holds', url },
    closing: ['You get this e-mail at most once an hour.'],
    business,
  });
}
