import { DraftPage } from '#web/office/settings/DraftPage.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { TermsSection } from './TermsSection.tsx';

export default function PolicyPage() {
  return (
    <DraftPage
      title="Policy and terms"
      text="What customers agree to. The policy is part of the draft; a published legal text takes effect at once."
      subject="The policy"
    >
      {(draft) => (
        <>
          <PolicyForm draft={draft} />
          <TermsSection />
        </>
      )}
    </DraftPage>
  );
}
