export function SkipLink() {
  return (
    <a
      href="#main"
      className="touch sr-only z-20 rounded-md bg-surface px-4 py-2 font-semibold text-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}
