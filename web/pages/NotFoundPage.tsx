import { PUBLIC_PATHS } from '#web/paths.ts';
import { NotFoundCard } from '#web/ui/page/NotFoundCard.tsx';
import { SiteFrame } from '#web/ui/page/SiteFrame.tsx';

export function NotFoundPage() {
  return (
    <SiteFrame>
      <div className="page">
        <NotFoundCard backTo={PUBLIC_PATHS.booking} backText="Go to the booking page" />
      </div>
    </SiteFrame>
  );
}
