import { useEffect, useState } from 'react';

/** When a hold ends, in performance.now() milliseconds. Independent of the device's date and time. */
export type HoldDeadline = { endsAtMs: number };

/** `askedAtMs`: when the request was sent. The countdown is never longer than the hold. */
export function holdFrom(reply: { now: string; expiresAt: string }, askedAtMs: number): HoldDeadline {
  return { endsAtMs: askedAtMs + Date.parse(reply.expiresAt) - Date.parse(reply.now) };
}

export function secondsLeft(hold: HoldDeadline, nowMs: number): number {
  return Math.max(0, Math.ceil((hold.endsAtMs - nowMs) / 1000));
}

/** '19:05'. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The screen reader announcement. It changes at 10, 5, 2 and 1 minutes only. */
export function holdAnnouncement(seconds: number): string {
  const moment = ANNOUNCED_MINUTES.findLast((minutes) => seconds <= minutes * 60);
  if (seconds === 0 || moment === undefined) return '';
  return moment === 1
    ? 'Your dumpster is held for less than a minute more.'
    : `Your dumpster is held for less than ${moment} minutes more.`;
}

const ANNOUNCED_MINUTES = [10, 5, 2, 1];

const LOOK_EVERY_MS = 250;

/** The remaining seconds of a hold; 0 without a hold. */
export function useSecondsLeft(hold: HoldDeadline | null): number {
  const [, redraw] = useState(0);
  const seconds = hold ? secondsLeft(hold, performance.now()) : 0;
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!hold || !isRunning) return;
    const timer = setInterval(() => redraw(secondsLeft(hold, performance.now())), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [hold, isRunning]);
  return seconds;
}
