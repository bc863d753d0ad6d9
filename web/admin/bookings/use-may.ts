import { type Capability, can } from '#domain/access.ts';
import { useTabSession } from '#web/api/session.ts';

/** Whether the person may do a thing; the server decides anyway. */
export function useMay(capability: Capability): boolean {
  const { sessionState } = useTabSession();
  return sessionState.status === 'signedIn' && can(sessionState.role, capability);
}

/** Whether the person may change bookings. */
export function useMayWrite(): boolean {
  return useMay('bookings:write');
}
