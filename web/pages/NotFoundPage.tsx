import { PATHS } from '#web/paths.ts';
import { NotFoundCard } from '#web/ui/page/NotFoundCard.tsx';
import { SiteFrame } from '#web/ui/page/SiteFrame.tsx';

export function NotFoundPage() {
  return (
    <SiteFrame>
      <div className="page">
        <NotFoundCard backTo={PATHS.booking} backText="Go to the booking page" />
      </div>
    </SiteFrame>
  );
}
