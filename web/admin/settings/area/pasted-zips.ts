import * as z from 'zod/mini';
import { tabStorage } from '#web/ui/browser/storage.ts';

const KEY = 'settings-zips';

const pastedZips = z.object({ zone: z.string(), text: z.string() });
type PastedZips = z.output<typeof pastedZips>;

/** ZIP codes that were pasted for a zone and are not saved, also before a reload; null without any. */
export function readPastedZips(): PastedZips | null {
  try {
    const parsed = z.safeParse(pastedZips, JSON.parse(tabStorage.get(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** An empty text removes what is stored. */
export function storePastedZips(pasted: PastedZips): void {
  if (pasted.text.trim() === '') tabStorage.remove(KEY);
  else tabStorage.set(KEY, JSON.stringify(pasted));
}
