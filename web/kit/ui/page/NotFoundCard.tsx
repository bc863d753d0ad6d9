import { buttonClass } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';

const SPEC_TEXT = 'Did you forget to add the page to the router?';

type Props = { backTo: string; backText: string; text?: string };

/** The not-found card. The default text is that of the back office. */
export function NotFoundCard({ backTo, backText, text = SPEC_TEXT }: Props) {
  return (
    <div className="mx-auto my-16 max-w-md rounded-lg border border-line bg-surface p-8 text-center shadow-lift">
      <Icon name="warning" className="mx-auto size-12 text-danger" />
      <h1 className="mt-4 text-2xl">404 Page Not Found</h1>
      <p className="mt-2 text-ink-soft">{text}</p>
      <a href={backTo} className={buttonClass('secondary', 'mt-6')}>
        {backText}
      </a>
    </div>
  );
}
