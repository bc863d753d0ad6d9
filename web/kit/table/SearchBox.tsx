import { CONTROL } from '#web/kit/form/Field.tsx';
import { asText } from '#web/kit/table/filters/filters.ts';
import { useDraft } from '#web/kit/table/filters/use-draft.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import type { List } from './use-list.ts';

const LONGEST = 200;

type Props = { list: Pick<List<unknown>, 'state' | 'change'>; label: string };

/**
 * Searches after a pause in typing; Enter searches at once. Typing adds one history entry, not one per key. '/' leads to
 * the box from anywhere on the page (palette/OfficeKeys.tsx), and the arrow down from it to the first row.
 */
export function SearchBox({ list, label }: Props) {
  const commit = (search: string) => list.change({ search }, { replace: true });
  const { draft, setDraft, send } = useDraft(list.state.search, asText, commit);
  return (
    <search className="min-w-0 flex-1 basis-48 md:max-w-md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className="relative"
      >
        <Drawing
          d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.7 11.2L20 20"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-ink-soft"
        />
        <input
          aria-keyshortcuts="/"
          type="search"
          name="search"
          aria-label={label}
          placeholder={label}
          maxLength={LONGEST}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-row]')?.focus();
          }}
          className={`${CONTROL} pl-10 placeholder:text-ink-soft`}
        />
      </form>
    </search>
  );
}
