/** Requests the session; for a tab without a stored session state. */
export const CURRENT_USER_URL = '/api/admin/current-user';

/** What the frame of every page asks for: the name of the business, and whether online booking is paused. */
export const FRAME_CALLS = ['/api/admin/business', '/api/admin/pause'];

/** The first calls of a page whose URL has no query; empty for a page without any. */
export function listFirstCalls(pathname: string): readonly string[] {
  return FIRST_CALLS[pathname] ?? [];
}

const FIRST_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/admin': ['/api/today', '/api/dashboard'],
  '/admin/bookings': ['/api/bookings?limit=25', '/api/admin/catalog/names'],
  '/admin/clients': ['/api/clients?limit=25'],
  '/admin/transactions': ['/api/transactions?limit=25'],
};
