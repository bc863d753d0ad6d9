/** Requests the session; for a tab without a stored session state. */
export const CURRENT_USER_URL = '/api/admin/current-user';

/** The first call of a page, if its URL has no query. */
export const FIRST_CALLS: Readonly<Record<string, string>> = {
  '/admin': '/api/dashboard',
  '/admin/bookings': '/api/bookings?limit=25',
  '/admin/clients': '/api/clients?limit=25',
  '/admin/transactions': '/api/transactions?limit=25',
};
