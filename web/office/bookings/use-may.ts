import { type Capability, can } from '#domain/accounts/access.ts';
import { useTabSession } from '#web/api/session.ts';

/** Whether the user has a permission. Only for the screen: the server checks again. */
export function useMay(capability: Capability): boolean {
  const { sessionState } = useTabSession();
  return sessionState.status === 'signedIn' && can(sessionState.role, capability);
}

/** Whether the user may change bookings. A price needs 'bookings:override-price'. */
export function useMayWrite(): boolean {
  return useMay('bookings:write');
}
