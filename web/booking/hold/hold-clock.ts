import { useEffect, useState } from 'react';

/** When a hold ends, on the page's own running clock (performance.now): the device's time of day plays no part. */
export type HoldDeadline = { endsAtMs: number };

/** `askedAtMs`: when the call was sent, so that the page never shows more time than there is. */
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

/** What a screen reader is told, at few moments; the text holds until the next one. */
export function holdAnnouncement(seconds: number): string {
  const moment = ANNOUNCED_MINUTES.findLast((minutes) => seconds <= minutes * 60);
  if (seconds === 0 || moment === undefined) return '';
  return moment === 1
    ? 'Your dumpster is held for less than a minute more.'
    : `Your dumpster is held for less than ${moment} minutes more.`;
}

const ANNOUNCED_MINUTES = [10, 5, 2, 1];

const LOOK_EVERY_MS = 250;

/** The seconds left of a hold, counted on the page's running clock; 0 without a hold. */
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
