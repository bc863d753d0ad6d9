import { ROLE_LABELS } from '#domain/access.ts';
import { useTabSession } from '#web/api/session.ts';

/** The name and the role of whoever is signed in. */
export function WhoIsIn() {
  const { belief } = useTabSession();
  if (belief.at !== 'in') return null;
  return (
    <p className="min-w-0 text-sm leading-tight">
      <span className="sr-only">Signed in as </span>
      <span className="block truncate font-semibold">{belief.username}</span>
      <span className="block text-xs opacity-85">{ROLE_LABELS[belief.role]}</span>
    </p>
  );
}
