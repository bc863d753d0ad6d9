/** The body of an alert. `text` says everything; Slack, Mattermost and others show it as a message. */
type Alert = {
  text: string;
  status: 'failing' | 'ok';
  checks: readonly { name: string; ok: boolean; detail: string }[];
};
export type AlertWebhook = { send(alert: Alert): Promise<void> };

const TIMEOUT_MS = 10_000;

/** Sends alerts as JSON by POST. Throws when the URL is invalid or does not answer with a success. */
export function makeAlertWebhook(url: string): AlertWebhook {
  return {
    async send(alert) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(alert),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.body?.cancel();
      if (!reply.ok) throw new Error(`The alert webhook answered with status ${reply.status}`);
    },
  };
}
