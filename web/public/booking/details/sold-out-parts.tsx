import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// Most customers pick a size and a day that are free.
export const LazyNextDateOffer = lazyPart(() =>
  import('#web/public/booking/extras/NextDateOffer.tsx').then((module) => module.NextDateOffer),
);
export const LazyDayHint = lazyPart(() =>
  import('#web/public/booking/extras/DayRefusals.tsx').then((module) => module.DayHint),
);
export const LazyDroppedDay = lazyPart(() =>
  import('#web/public/booking/extras/DayRefusals.tsx').then((module) => module.DroppedDayNotice),
);
export const LazyFullMonth = lazyPart(() =>
  import('#web/public/booking/extras/FullMonth.tsx').then((module) => module.FullMonth),
);
