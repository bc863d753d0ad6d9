import { useMay } from './use-may.ts';

/** Whether the person may change bookings. */
export function useMayWrite(): boolean {
  return useMay('bookings:write');
}
