import { useNavigate } from 'react-router';
import { useLogout } from '#web/api/auth.ts';
import { CallError } from '#web/api/call.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { useTabSession } from '#web/api/session.ts';
import { PATHS } from '#web/paths.ts';
import { Drawing } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

/** Ends the session on the server first: a failure to do so is told, as the cookie would still be good. */
export function LogoutButton() {
  const navigate = useNavigate();
  const { session } = useTabSession();
  const logout = useLogout();
  const leave = () => {
    void navigate(PATHS.adminLogin);
    session.leave();
  };
  const failed = (error: Error) => {
    if (error instanceof CallError && error.status === 401) return leave();
    const why = failureWords(error, 'The server did not answer.');
    toast({ title: 'Error', text: `You are still logged in. ${why}`, look: 'destructive' });
  };
  return (
    <button
      type="button"
      disabled={logout.isPending}
      onClick={() => logout.mutate(undefined, { onSuccess: leave, onError: failed })}
      className="touch inline-flex items-center gap-2 rounded-md px-3 font-semibold text-sm hover:bg-white/15 focus-visible:outline-signal"
    >
      <Drawing d="M10 4H5v16h5M14 8l4 4-4 4m-5-4h9" className="size-5 max-sm:hidden" />
      Logout
    </button>
  );
}
