import { expect, it } from 'vitest';
import { nounFindings } from './screen-nouns.ts';

it.each([
  ['web/office/bookings/X.tsx', '<p>The dumpster is out.</p>', 'unit'],
  ['web/office/bookings/X.tsx', '  Move to another dumpster', 'unit'],
  ['worker/bookings/x.ts', 'const text = `There is no such dumpster`;', 'unit'],
  ['web/driver/x.ts', "const label = 'Dumpsters';", 'unit'],
  ['web/office/inventory/X.tsx', '<p>Units that are free</p>', 'dumpster'],
  ['web/office/bookings/X.tsx', 'label="Find a known client"', 'customer'],
  ['web/office/clients/X.tsx', "title: 'All customers',", 'client'],
  ['web/public/booking/X.tsx', '<dt>End date</dt>', 'last day'],
])('%s: %s is found', (file, line, instead) => {
  expect(nounFindings(file, `\n${line}`)).toEqual([expect.stringMatching(`^${file}:2 .*'${instead}'$`)]);
});

it.each([
  ['web/office/bookings/X.tsx', '<PageHeading title="Dumpster Rental Bookings">'],
  ['web/office/bookings/X.tsx', 'const { dumpster } = read; // The dumpster of a booking'],
  ['web/office/bookings/X.tsx', "const client = useQueryClient(); import x from 'client';"],
  ['worker/bookings/x.ts', 'sql`(SELECT dumpster_number FROM dumpsters)`'],
  ['web/office/inventory/X.tsx', '<PageHeading title="Dumpster Inventory">'],
  ['web/public/booking/X.tsx', '<p>Your dumpster is on its way</p>'],
])('%s: %s is accepted', (file, line) => {
  expect(nounFindings(file, line)).toEqual([]);
});
