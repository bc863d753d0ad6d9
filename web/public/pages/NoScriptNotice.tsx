import { site } from '#web/config.ts';
import { EmailLink, PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';

/** Shown above a document that needs JavaScript. */
export function NoScriptNotice() {
  return (
    <noscript>
      <div className="page py-4">
        <Notice variant="danger">
          This page needs JavaScript, which is turned off in your browser. Turn it on and reload the page,
          call us at <PhoneLink phone={site.businessPhone} />, or write to{' '}
          <EmailLink email={site.businessEmail} />.
        </Notice>
      </div>
    </noscript>
  );
}
