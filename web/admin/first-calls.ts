/** Who is there: asked by a tab that does not know. */
export const CURRENT_USER_URL = '/api/admin/current-user';

/** What a page asks for first, where its address says no more than the path. */
export const FIRST_CALLS: Readonly<Record<string, string>> = {
  '/admin': '/api/dashboard',
  '/admin/bookings': '/api/bookings?limit=25',
  '/admin/clients': '/api/clients?limit=25',
  '/admin/transactions': '/api/transactions?limit=25',
};
