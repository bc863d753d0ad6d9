import { useEffect, useState } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import type { RepeatResult } from './extras/repeat-link.ts';

/** 'none': the page was opened without the link, or the customer started empty. */
export type RepeatState = 'none' | 'loading' | RepeatResult['type'];

/**
 * The link 'Same as last time', which fills the form once. `repeated` settles when the server has answered; a later
 * answer than 'Start empty' is ignored.
 */
export function useRepeat(repeated: Promise<RepeatResult> | null, onLoaded: (result: RepeatResult) => void) {
  const [state, setState] = useState<RepeatState>(repeated === null ? 'none' : 'loading');
  const isLoading = state === 'loading';
  useEffect(() => {
    if (repeated === null || !isLoading) return;
    let isIgnored = false;
    void repeated.then((result) => {
      if (isIgnored) return;
      setState(result.type);
      onLoaded(result);
    });
    return () => {
      isIgnored = true;
    };
  }, [repeated, isLoading, onLoaded]);
  return {
    state,
    isLoading,
    end: () => setState('none'),
    /** A link that filled in nothing matters only until the customer begins. */
    endProblem: () => setState((now) => (now === 'filled' ? now : 'none')),
  };
}

const TEXTS = {
  loading: 'Filling in your last booking...',
  filled: 'We filled in the details of your last booking. Please check them, and choose a day.',
  ended: 'This link has ended. You can book here as usual.',
  failed:
    'We could not load your last booking. Open the link in your e-mail again, or fill in the form yourself.',
} as const;

/** Says what the link has filled in, with a way to start empty. */
export function RepeatNotice({
  state,
  onStartEmpty,
}: {
  state: Exclude<RepeatState, 'none'>;
  onStartEmpty: () => void;
}) {
  const isFilling = state === 'loading' || state === 'filled';
  return (
    <Notice variant={isFilling ? 'quiet' : 'attention'} role="status" className="mt-5 sm:mt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p>{TEXTS[state]}</p>
        {isFilling && (
          <Button variant="quiet" onClick={onStartEmpty} className="-my-2 -ml-1 sm:ml-0">
            Start empty
          </Button>
        )}
      </div>
    </Notice>
  );
}
