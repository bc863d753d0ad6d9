import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { can } from '#domain/accounts/access.ts';
import { useTabSession } from '#web/api/session.ts';
import { isShortcut } from '#web/kit/ui/browser/key-press.ts';
import { PATHS } from '#web/paths.ts';

/** The key N opens a new booking, unless the user types or a dialog is open. */
export function useNewBookingKey(): void {
  const navigate = useNavigate();
  const { sessionState } = useTabSession();
  const mayBook = sessionState.status === 'signedIn' && can(sessionState.role, 'bookings:write');
  useEffect(() => {
    if (!mayBook) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'n' || !isShortcut(event)) return;
      event.preventDefault();
      void navigate(PATHS.adminNewBooking);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [mayBook, navigate]);
}
