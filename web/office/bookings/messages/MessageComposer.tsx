import { useId } from 'react';
import type { Colleague } from '#contract/messages.ts';
import { findMentions } from '#domain/shared/mentions.ts';
import { CONTROL, FieldError, fieldAria } from '#web/kit/form/Field.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { COMMAND_KEY } from '#web/kit/ui/browser/key-press.ts';
import { Listbox, listboxAria } from '#web/kit/ui/Listbox.tsx';
import { useMentionPicker } from './use-mention-picker.ts';
import { useMessageDraft } from './use-message-draft.ts';

const MAX_LENGTH = 2000;
/** Characters that are left from which on the number is shown. */
const FEW_LEFT = 200;

type Props = { bookingId: number; username: string };

/** Writes a message. Enter is a new line; Ctrl or Cmd with Enter sends. */
export function MessageComposer({ bookingId, username }: Props) {
  const id = useId();
  const draft = useMessageDraft(bookingId, username);
  const { text, isPending, problem } = draft;
  const { area, colleagues, isListMissing, matches, chosen, pick, press, change, setCaret } =
    useMentionPicker({
      text,
      setText: draft.setText,
      username,
    });
  const left = MAX_LENGTH - text.trim().length;
  const error = left < 0 ? `Must be at most ${MAX_LENGTH} characters: ${-left} too many` : undefined;
  const canSend = text.trim() !== '' && left >= 0 && !isPending;
  const send = () => {
    if (canSend) void draft.send();
  };
  const isOpen = matches.length > 0;
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="relative">
        <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
          New message
        </label>
        <textarea
          ref={area}
          name="content"
          rows={3}
          dir="auto"
          {...fieldAria(id, error, 'hint')}
          // A combobox only while it has a list: otherwise it is a text of several lines.
          {...(isOpen && listboxAria(`${id}-list`, chosen))}
          value={text}
          readOnly={isPending}
          onChange={({ target }) => change(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
          onKeyDown={(event) => {
            if (press(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
          className={`${CONTROL} field-sizing-content max-h-60 min-h-20!`}
        />
        <Listbox
          id={`${id}-list`}
          label="Colleagues"
          items={matches}
          active={chosen}
          keyOf={(colleague) => colleague.id}
          onPick={pick}
        >
          {({ name, username: handle }) => (
            <>
              <bdi className="font-semibold">{name}</bdi> <bdi className="text-ink-soft">@{handle}</bdi>
            </>
          )}
        </Listbox>
      </div>
      <FieldError name={id} error={error} />
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48 text-ink-soft text-sm">
          <p id={`${id}-hint`} role="status" className="wrap-anywhere">
            {isListMissing
              ? 'The list of colleagues could not be loaded. Names after @ are still notified.'
              : hintText(text, colleagues)}
            {text === '' && <span className="pointer-coarse:hidden"> {COMMAND_KEY}+Enter sends.</span>}
            {left >= 0 && left <= FEW_LEFT && ` ${left} characters left.`}
          </p>
          <p role="status" className="sr-only">
            {isOpen && (matches.length === 1 ? '1 colleague' : `${matches.length} colleagues`)}
            {draft.isSent && 'Message sent.'}
          </p>
        </div>
        <Button type="submit" variant="secondary" aria-disabled={!canSend} aria-keyshortcuts="Control+Enter">
          {isPending ? 'Sending...' : 'Send message'}
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mt-2 font-semibold text-danger text-sm">
          The message was not sent. {problem} Your text is still here: send it again.
        </p>
      )}
    </form>
  );
}

function hintText(text: string, colleagues: readonly Colleague[]): string {
  const people = new Set(findMentions(text, colleagues).map(({ person }) => person.name));
  if (people.size > 0) return `Notifies ${[...people].join(', ')}.`;
  return 'Type @ to notify a colleague.';
}
