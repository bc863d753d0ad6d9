import { faultsOf } from './mutation.ts';

const CATALOG = 'domain/catalog/catalog.test.ts';
const AVAILABILITY = 'domain/rental/availability.test.ts';
const DELIVERY_DAYS = 'domain/catalog/delivery-days.test.ts';
const KEPT_DAYS = 'domain/catalog/kept-days.test.ts';
const HOLD = 'domain/rental/hold.test.ts';
const UNDO = 'web/driver/outbox/undo.test.ts';

export const DAY_FAULTS = [
  ...faultsOf('domain/catalog/rental-days.ts', [
    ['both ends of a rental are days of it', 'option.days - 1', 'option.days', CATALOG],
    [
      'the pickup is on the last day, if trucks drive',
      'let day = lastDay;',
      'let day = addDays(lastDay, 1);',
      CATALOG,
    ],
    ['no truck drives on a closed day', ' && !closedDays.has(day)', '', CATALOG],
    ['days beyond the period are extra', '+ 1 - periodDays', '- periodDays', CATALOG],
  ]),
  ...faultsOf('domain/catalog/delivery-days.ts', [
    ['the cut-off minute is late', 'time >= sameDayCutoff', 'time > sameDayCutoff', DELIVERY_DAYS],
    ['offices work from Monday to Friday', 'weekdayOf(day) <= 5', 'weekdayOf(day) <= 6', DELIVERY_DAYS],
  ]),
  ...faultsOf('domain/rental/availability.ts', [
    ['a unit is taken on its last day', 'taken.end >= start', 'taken.end > start', AVAILABILITY],
    ['today can be booked', 'day >= today &&', 'day > today &&', AVAILABILITY],
  ]),
  ...faultsOf('domain/catalog/kept-days.ts', [
    [
      'a late pickup costs the customer nothing',
      'asked < collectedDay ? asked : collectedDay',
      'collectedDay',
      KEPT_DAYS,
    ],
    [
      'a pickup on the agreed day is in time',
      'collectedDay <= agreedPickupDay',
      'collectedDay < agreedPickupDay',
      KEPT_DAYS,
    ],
  ]),
  ...faultsOf('domain/catalog/zones.ts', [
    ['a zone begins with its first ZIP code', "?.from ?? '') <= wanted", "?.from ?? '') < wanted", CATALOG],
  ]),
  ...faultsOf('domain/rental/hold.ts', [
    [
      'a hold ends at its end',
      "if (nowMs < hold.expiresAtMs) return 'live';",
      "if (nowMs <= hold.expiresAtMs) return 'live';",
      HOLD,
    ],
    ['an extension is half as long as the hold', 'const EXTENSION = 1.5;', 'const EXTENSION = 2;', HOLD],
  ]),
  ...faultsOf('domain/shared/days.ts', [
    [
      'February 29 is a day of leap years only',
      'return dayFromUtc(ms) === text;',
      'return true;',
      'domain/shared/days.test.ts',
    ],
    [
      'the hour that is repeated in fall stays late',
      'isToday && earlier > time ? earlier : time',
      'time',
      DELIVERY_DAYS,
    ],
  ]),
  ...faultsOf('domain/dispatch/customer-hours.ts', [
    [
      'no text is sent at 8 PM',
      'hour < END_HOUR',
      'hour <= END_HOUR',
      'domain/dispatch/customer-hours.test.ts',
    ],
  ]),
  ...faultsOf('domain/dispatch/action-times.ts', [
    [
      'the steps of a stop keep their order',
      'return Math.max(Math.min(atMs, earliest), latest);',
      'return atMs;',
      'domain/dispatch/action-times.test.ts',
    ],
  ]),
  ...faultsOf('web/driver/outbox/order.ts', [
    ['the last tap waits ten seconds', 'age >= UNDO_MS', 'age >= UNDO_MS / 2', UNDO],
    ['a stop is done after its photos', '(needsPhoto && photoStops.has(item.stopId)) ||', '', UNDO],
  ]),
];
