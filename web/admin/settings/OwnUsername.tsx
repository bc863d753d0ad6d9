import { useTabSession } from '#web/api/session.ts';

/** Tells password managers whose password a form is about. */
export function OwnUsername() {
  const { belief } = useTabSession();
  if (belief.at !== 'in') return null;
  return <input hidden readOnly autoComplete="username" value={belief.username} />;
}
