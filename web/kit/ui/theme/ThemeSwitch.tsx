import { Icon } from '#web/kit/ui/Icon.tsx';

/** Works without React: ui/theme/theme-start.ts handles clicks, and the style sheet shows the matching icon. */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      data-theme-switch=""
      className="touch inline-flex min-w-11 items-center justify-center rounded-md text-white hover:bg-white/15 focus-visible:outline-signal"
    >
      <span className="on-light">
        <Icon name="moon" />
        <span className="sr-only">Switch to the dark theme</span>
      </span>
      <span className="on-dark">
        <Icon name="sun" />
        <span className="sr-only">Switch to the light theme</span>
      </span>
    </button>
  );
}
