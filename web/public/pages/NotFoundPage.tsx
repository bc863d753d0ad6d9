import { NotFoundCard } from '#web/kit/ui/page/NotFoundCard.tsx';
import { SiteFrame } from '#web/kit/ui/page/SiteFrame.tsx';
import { PUBLIC_PATHS } from '#web/paths.ts';

export function NotFoundPage() {
  return (
    <SiteFrame>
      <div className="page">
        <NotFoundCard
          backTo={PUBLIC_PATHS.booking}
          backText="Go to the booking page"
          text="This page does not exist. Please check the address, or start at the booking page."
        />
      </div>
    </SiteFrame>
  );
}
