import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLive } from '#contract/live.ts';
import { currentUserQuery } from '#web/api/auth.ts';
import { useTabSession } from '#web/api/session.ts';
import { LiveConnection } from './connection.ts';
import { createRefetch } from './refetch.ts';

/** Keeps the screens up to date while the user is signed in. Shows nothing, and without the socket changes nothing. */
export function LiveUpdates() {
  const client = useQueryClient();
  const { sessionState } = useTabSession();
  const isSignedIn = sessionState.status === 'signedIn' && !sessionState.isLocked;
  useEffect(() => {
    if (!isSignedIn) return;
    const refetch = createRefetch(client);
    // Without a session, the reply makes the page ask for the password or leads to the login.
    const checkSession = () =>
      void client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined);
    const connection = new LiveConnection(openLive, {
      onMessage: refetch.add,
      onConnected: (isAgain) => isAgain && refetch.addEverything(),
      onSessionEnded: checkSession,
      onNotOpened: checkSession,
    });
    return () => {
      connection.stop();
      refetch.stop();
    };
  }, [client, isSignedIn]);
  return null;
}
