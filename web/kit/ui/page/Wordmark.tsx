import { site } from '#web/config.ts';

/** The logo of the business; without one its name with a sign. The box of a logo has its size before the image is loaded. */
export function Wordmark() {
  const { logoUrl, businessName } = site;
  if (logoUrl) {
    return (
      <img
        src={logoUrl}
        alt={businessName}
        className="h-10 w-40 max-w-full object-contain object-left sm:w-52"
      />
    );
  }
  return (
    <span className="flex items-center gap-3">
      <svg viewBox="0 0 40 26" aria-hidden="true" className="h-7 w-11 shrink-0">
        <path d="M4 7h32l-4 14H9z" className="fill-signal" />
        <path d="M2 4h36v4H2z" className="fill-white" />
        <circle cx="12" cy="23" r="2.5" className="fill-white" />
        <circle cx="28" cy="23" r="2.5" className="fill-white" />
      </svg>
      <span className="font-display font-semibold text-lg uppercase leading-none tracking-[0.06em] sm:text-xl">
        {businessName}
      </span>
    </span>
  );
}
