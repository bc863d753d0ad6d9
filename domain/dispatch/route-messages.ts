/** The longest message between a driver and the office, in characters. */
export const MAX_ROUTE_MESSAGE = 500;

/** The most messages of one route: a phone that sends without end must not fill the board. */
export const MAX_ROUTE_MESSAGES = 300;

/** What a driver tells the office with one tap: about the route, or about a stop. */ // prose-ok: plain word
export const DRIVER_TEXTS = {
  route: ['Running late', 'Truck problem', 'Long line at the disposal site', 'Call me'],
  stop: [
    'Running late',
    'No access',
    'Customer is not there',
    'Which unit?',
    'Waste is not allowed',
    'Call me',
  ],
} as const;

/** What the office answers with one tap. */
export const OFFICE_TEXTS = [
  'OK',
  'We call you in 5 minutes',
  'We call the customer',
  'Wait there',
  'Go on to the next stop',
] as const;
