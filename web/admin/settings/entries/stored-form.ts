import * as z from 'zod/mini';
import { tabStorage } from '#web/ui/browser/storage.ts';

const STORAGE_KEY = 'settings-entry';

const storedForm = z.object({
  section: z.string(),
  /** Null for a new entry. */
  id: z.nullable(z.string()),
  /** The fields that differ from the saved entry. */
  values: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
});
type StoredForm = z.output<typeof storedForm>;

/** The dialog that was open with unsaved input before a reload; null without one. */
export function readStoredForm(): StoredForm | null {
  try {
    const parsed = z.safeParse(storedForm, JSON.parse(tabStorage.get(STORAGE_KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function storeForm(form: StoredForm): void {
  tabStorage.set(STORAGE_KEY, JSON.stringify(form));
}

export function clearStoredForm(): void {
  tabStorage.remove(STORAGE_KEY);
}
