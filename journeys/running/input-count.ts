import type { Page } from '@playwright/test';

type Counts = {
  /** Keys and clicks, modifiers not counted: a chord is one. */
  actions: number;
  /** Letters and digits typed into fields: the data itself. */
  data: number;
};

/**
 * Counts what a user does in the loaded document from now on, from the events that the browser delivers. Returns a
 * function that reads the counts.
 */
export async function countInputs(page: Page): Promise<() => Promise<Counts>> {
  const handle = await page.evaluateHandle(() => {
    const counts = { actions: 0, data: 0 };
    const modifiers = ['Shift', 'Control', 'Alt', 'Meta'];
    const isField = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement &&
        !['checkbox', 'radio', 'button', 'submit'].includes(target.type));
    const onKey = ({ key, target, isTrusted }: KeyboardEvent) => {
      if (!isTrusted || modifiers.includes(key)) return;
      if (key.length === 1 && isField(target)) counts.data += 1;
      else counts.actions += 1;
    };
    const onPress = ({ isTrusted }: PointerEvent) => {
      if (isTrusted) counts.actions += 1;
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', onPress, true);
    return counts;
  });
  return () => handle.evaluate((counts) => ({ ...counts }));
}
