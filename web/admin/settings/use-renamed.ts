import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { rememberUsername } from '#web/api/last-username.ts';
import { useTabSession } from '#web/api/session.ts';
import { PATHS } from '#web/paths.ts';

/** SPEC 9: time to read that one has to log in again. */
const REDIRECT_MS = 2000;

/** What follows a change of the own username: all sessions have ended, so the way leads to the login. */
export function useRenamed(): (username: string) => void {
  const navigate = useNavigate();
  const { session } = useTabSession();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (username) => {
    rememberUsername(username);
    timer.current = setTimeout(() => {
      void navigate(PATHS.adminLogin);
      session.leave();
    }, REDIRECT_MS);
  };
}
