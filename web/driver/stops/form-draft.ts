import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

const PREFIX = 'driver-draft:';

/**
 * The fields of a form that is not saved yet. They survive a reload: phones with little memory end the page while the
 * camera is open. They belong to the tab, and are deleted when the form is saved or the driver signs out.
 */
export function useFormDraft<T>(
  key: string,
  initial: () => T,
): [draft: T, setDraft: Dispatch<SetStateAction<T>>, forget: () => void] {
  const [draft, setDraft] = useState<T>(() => ({ ...initial(), ...storedDraft<T>(key) }));
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  }, [key, draft, isChanged]);
  const change: Dispatch<SetStateAction<T>> = (next) => {
    setChanged(true);
    setDraft(next);
  };
  const forget = () => {
    setChanged(false);
    sessionStorage.removeItem(PREFIX + key);
  };
  return [draft, change, forget];
}

function storedDraft<T>(key: string): Partial<T> {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}') as Partial<T>;
  } catch {
    return {};
  }
}
