import { useState } from 'react';
import { Link } from 'react-router';
import type { ErrorReply } from '#contract/endpoint.ts';
import { LEGAL_TITLES, type LegalText, TERMS_PLACEHOLDERS } from '#domain/rental/terms.ts';
import { CallError, errorText } from '#web/api/call.ts';
import { usePreviewText, usePublishText } from '#web/api/terms.ts';
import { CONTROL, Field, fieldAria } from '#web/kit/form/Field.tsx';
import { parseStale } from '#web/kit/form/versioned/stale.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { termsPath } from '#web/paths.ts';

type Current = {
  version: string;
  markdown: string;
  /** The name of the staff member; null for the first version. */
  publishedBy: string | null;
};
type Props = { type: LegalText; current: Current; isReadOnly: boolean };

/** A text as Markdown with a preview. `replaces` is the version that the input changes; it survives a reload. */
export function TermsEditor({ type, current, isReadOnly }: Props) {
  const { markdown, replaces, change, keep, discard } = useTextInput(type, current);
  const preview = usePreviewText();
  const publish = usePublishText();
  const [isAsking, setAsking] = useState(false);
  const isChanged = markdown !== current.markdown;
  const failure = publish.error ?? preview.error;
  const isStale = parseStale(publish.error) !== null || (isChanged && replaces !== current.version);
  const confirm = () =>
    publish.mutate(
      { type, markdown, replaces },
      {
        onSuccess: ({ version }) => {
          discard();
          preview.reset();
          toast({ title: 'Published', text: `Version ${version} is current.`, variant: 'plain' });
        },
        onSettled: () => setAsking(false),
      },
    );
  const title = LEGAL_TITLES[type];
  return (
    <div className="space-y-4">
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <Field name="markdown" label={`${title}, version ${current.version}`} error={undefined} hint={HINT}>
            <textarea
              {...fieldAria('markdown', undefined, HINT)}
              name="markdown"
              rows={24}
              readOnly={isReadOnly}
              value={markdown}
              onChange={({ target }) => change(target.value)}
              className={`${CONTROL} font-mono text-sm`}
            />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" disabled={preview.isPending} onClick={() => preview.mutate(markdown)}>
              Preview
            </Button>
            {!isReadOnly && (
              <Button disabled={!isChanged || isStale || publish.isPending} onClick={() => setAsking(true)}>
                Publish
              </Button>
            )}
            {isChanged && !isStale && (
              <Button variant="quiet" onClick={discard}>
                Discard the changes
              </Button>
            )}
          </div>
        </div>
        <Preview html={preview.data?.html ?? null} isPending={preview.isPending} />
      </div>
      {failure && !isStale && <Problems error={failure} />}
      {isStale && (
        <NewerText
          type={type}
          current={current}
          onKeep={() => {
            keep();
            publish.reset();
          }}
          onTake={() => {
            discard();
            publish.reset();
          }}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Publish the ${title}?`}
          confirmText="Publish"
          pendingText="Publishing..."
          isPending={publish.isPending}
          error={null}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          New bookings accept this text from now on. Earlier bookings keep the version that their customers
          accepted.
        </ConfirmDialog>
      )}
    </div>
  );
}

type NewerProps = Pick<Props, 'type' | 'current'> & { onKeep: () => void; onTake: () => void };

/** A colleague published the text while this one was edited. */
function NewerText({ type, current: { version, publishedBy }, onKeep, onTake }: NewerProps) {
  return (
    <Notice variant="attention" role="alert">
      <p className="wrap-anywhere font-semibold">
        {publishedBy === null
          ? `A newer version was published: ${version}.`
          : `${publishedBy} published a newer version: ${version}.`}
      </p>
      <p className="text-sm">
        Your text is not published.{' '}
        <Link to={termsPath(type, version)} target="_blank" className="underline underline-offset-4">
          Read version {version}
        </Link>{' '}
        and decide which text to go on with.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onTake}>
          Load version {version}
        </Button>
        <Button variant="secondary" onClick={onKeep}>
          Keep my text
        </Button>
      </div>
    </Notice>
  );
}

const HINT = `Markdown: ## for a section, - for a list. ${Object.keys(TERMS_PLACEHOLDERS)
  .map((key) => `{{${key}}}`)
  .join(', ')} are replaced by their values.`;

function Preview({ html, isPending }: { html: string | null; isPending: boolean }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 font-semibold text-sm">Preview</p>
      <div
        className="max-h-160 min-h-40 overflow-y-auto rounded-md border border-line bg-paper p-4"
        aria-busy={isPending}
      >
        {html === null ? (
          <p className="text-ink-soft text-sm">Choose Preview to see the text as customers see it.</p>
        ) : (
          <div
            className="markdown prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown and escaped all HTML
            dangerouslySetInnerHTML={{ __html: html }}
          />
        )}
      </div>
    </div>
  );
}

/** Why a text was refused: a sentence for each line. */
function Problems({ error }: { error: Error }) {
  const issues: ErrorReply['issues'] = error instanceof CallError ? error.reply?.issues : undefined;
  return (
    <Notice variant="danger" role="alert">
      {issues && issues.length > 0 ? (
        <ul className="space-y-1">
          {issues.map(({ message }) => (
            <li key={message} className="wrap-anywhere">
              {message}
            </li>
          ))}
        </ul>
      ) : (
        <p>{errorText(error, 'The server did not answer. Try again.')}</p>
      )}
    </Notice>
  );
}

type TextInput = { markdown: string; replaces: string };

/** What the user typed, kept in the tab with the version that it changes; the current text without input. */
function useTextInput(type: LegalText, current: Current) {
  const key = `settings-${type}`;
  const [input, setInput] = useState(() => readInput(key));
  const change = (markdown: string) => {
    const next = { markdown, replaces: input?.replaces ?? current.version };
    setInput(next);
    if (markdown === current.markdown) tabStorage.remove(key);
    else tabStorage.set(key, JSON.stringify(next));
  };
  const discard = () => {
    setInput(null);
    tabStorage.remove(key);
  };
  /** Makes the current version the one that the input changes. */
  const keep = () => {
    if (!input) return;
    const next = { ...input, replaces: current.version };
    setInput(next);
    tabStorage.set(key, JSON.stringify(next));
  };
  return {
    markdown: input?.markdown ?? current.markdown,
    replaces: input?.replaces ?? current.version,
    change,
    keep,
    discard,
  };
}

function readInput(key: string): TextInput | null {
  try {
    return JSON.parse(tabStorage.get(key) ?? 'null') as TextInput | null;
  } catch {
    return null;
  }
}
