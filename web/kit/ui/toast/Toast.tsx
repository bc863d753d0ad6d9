import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import type { ToastMessage } from './toast-store.ts';

const DURATION_MS = 5000;
const SWIPE_PX = 50;
const VARIANTS = {
  plain: 'border-brand bg-surface text-ink',
  destructive: 'border-danger bg-danger-soft text-ink',
};

type Props = { message: ToastMessage; hasFocus: boolean; onClose: () => void };

/** A toast. It closes after its duration, by its button, or with a swipe to the right. */
export function Toast({ message, hasFocus, onClose }: Props) {
  const [hasPointer, setHasPointer] = useState(false);
  const isWindowActive = useIsWindowActive();
  const { action, durationMs = DURATION_MS } = message;
  useCountdown(hasFocus || hasPointer || !isWindowActive, { durationMs, onEnd: onClose });
  return (
    <li
      {...useSwipe(onClose)}
      onPointerEnter={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
      className={`flex touch-pan-y items-start gap-3 rounded-md border border-l-4 p-4 shadow-lift ${VARIANTS[message.variant]}`}
    >
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="font-semibold">{message.title}</p>
        <p className="mt-1 text-ink-soft text-sm">{message.text}</p>
      </div>
      {action && (
        <Button
          variant="secondary"
          onClick={() => {
            action.run();
            onClose();
          }}
        >
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="touch -m-2 inline-flex min-w-11 items-center justify-center rounded-md hover:bg-sunk"
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

/** Calls `onEnd` after the duration. The countdown stops while it is paused. */
function useCountdown(
  isPaused: boolean,
  { durationMs, onEnd }: { durationMs: number; onEnd: () => void },
): void {
  const leftMs = useRef(durationMs);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (isPaused) return;
    const startedAtMs = Date.now();
    const timer = setTimeout(() => latest.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAtMs;
    };
  }, [isPaused]);
}

function useIsWindowActive(): boolean {
  const [isActive, setActive] = useState(true);
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('blur', () => setActive(false), listening);
    window.addEventListener('focus', () => setActive(true), listening);
    return () => listening.abort();
  }, []);
  return isActive;
}

/** Moves the toast with the pointer and closes it after a swipe of 50 px. */
function useSwipe(onSwiped: () => void) {
  const startX = useRef<number | null>(null);
  const distance = ({ clientX }: PointerEvent) => Math.max(0, clientX - (startX.current ?? clientX));
  const end = (event: PointerEvent<HTMLElement>) => {
    const isFar = event.type === 'pointerup' && distance(event) >= SWIPE_PX;
    startX.current = null;
    event.currentTarget.style.translate = '';
    if (isFar) onSwiped();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button')) return;
      startX.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startX.current !== null) event.currentTarget.style.translate = `${distance(event)}px`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
