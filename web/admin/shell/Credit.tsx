import { site } from '#web/config.ts';

export function Credit() {
  return (
    <footer className="px-4 py-3 text-center text-ink-soft text-sm">
      <a
        href={site.creditUrl}
        rel="noreferrer"
        className="touch inline-flex items-center underline underline-offset-4 hover:text-ink"
      >
        Made by {site.creditName}
      </a>
    </footer>
  );
}
