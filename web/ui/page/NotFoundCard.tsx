import { buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** The not-found card with the texts of SPEC 2. */
export function NotFoundCard({ backTo, backText }: { backTo: string; backText: string }) {
  return (
    <div className="mx-auto my-16 max-w-md rounded-lg border border-line bg-surface p-8 text-center shadow-lift">
      <Icon name="warning" className="mx-auto size-12 text-danger" />
      <h1 className="mt-4 text-2xl">404 Page Not Found</h1>
      <p className="mt-2 text-ink-soft">Did you forget to add the page to the router?</p>
      <a href={backTo} className={buttonClass('secondary', 'mt-6')}>
        {backText}
      </a>
    </div>
  );
}
