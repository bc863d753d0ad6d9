import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** A row that goes may take the focus with it: then the list has it, so that the next Tab goes on from there. */
export function useReturnedFocus(list: RefObject<HTMLElement | null>, page: unknown) {
  const wasInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever other rows are shown
  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (wasInside.current && isNowhere) list.current?.focus({ preventScroll: true });
  }, [list, page]);
  return {
    onFocus: () => {
      wasInside.current = true;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) wasInside.current = false;
    },
  };
}
