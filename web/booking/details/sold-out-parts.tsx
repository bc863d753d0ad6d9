import { lazyPart } from '#web/booking/lazy-part.tsx';

// Most customers pick a size and a day that are free.
export const LazyNextDateOffer = lazyPart(() =>
  import('#web/booking/extras/NextDateOffer.tsx').then((module) => module.NextDateOffer),
);
export const LazyFullMonth = lazyPart(() =>
  import('#web/booking/extras/FullMonth.tsx').then((module) => module.FullMonth),
);
