import type { CatalogDraft } from '#contract/catalog-draft.ts';

/** What the preview tells the settings that show it in a frame. */
export type PreviewMessage =
  /** The preview shows this revision of the draft. */
  | { type: 'draft-preview'; revision: string }
  | { type: 'draft-preview-signed-out' }
  /** The public page reports its height to every page around it. */
  | { type: 'booking-app-height' | 'booking-form-height'; height: number };

/** Differs between two drafts with different content. */
export function previewRevision({ id, publishedId, etags }: CatalogDraft): string {
  return JSON.stringify([id, publishedId, etags]);
}

/** Sends a message to the page around the preview, if that is of this site. */
export function postPreviewMessage(message: PreviewMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, window.location.origin);
}

/** Calls back for messages of the preview in a frame. Returns a function that stops listening. */
export function onPreviewMessage(
  frame: () => HTMLIFrameElement | null,
  listener: (message: PreviewMessage) => void,
): () => void {
  const receive = ({ data, source, origin }: MessageEvent<PreviewMessage>) => {
    if (origin === window.location.origin && source === frame()?.contentWindow) listener(data);
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}
