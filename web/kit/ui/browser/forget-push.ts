/**
 * Ends the push subscription of a browser without a session: the next user of it gets none of the one before. The push
 * service then answers the server that it is gone.
 */
export async function forgetPush(scope: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration(scope);
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // The server sends nothing to a session that has ended.
  }
}
