import { can } from '#domain/access.ts';
import { useTabSession } from '#web/api/session.ts';

/** Whether the person may change bookings; the server decides anyway. */
export function useMayWrite(): boolean {
  const { belief } = useTabSession();
  return belief.at === 'in' && can(belief.role, 'bookings:write');
}
