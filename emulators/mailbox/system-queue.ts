import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveryEvent, SendEvent } from './delivery-events.ts';

type Control = { url: string; token: string };

/** Sends events through the system that runs on the same state (scripts/local/control.ts): only it reaches the queue. */
export function sendThroughSystem(stateDir: string): SendEvent {
  return async (event: DeliveryEvent) => {
    const control = readControl(stateDir);
    if (control === null) throw new Error(`No system is running on ${stateDir}.`);
    const answer = await fetch(`${control.url}/email-event`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${control.token}` },
      body: JSON.stringify(event),
    });
    if (!answer.ok) throw new Error(`The system refused the event: ${await answer.text()}`);
  };
}

/** Read for each event: a system that starts again has another address. */
function readControl(stateDir: string): Control | null {
  try {
    return JSON.parse(readFileSync(join(stateDir, 'control.json'), 'utf8')) as Control;
  } catch {
    return null;
  }
}
