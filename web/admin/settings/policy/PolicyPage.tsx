import { SettingsFrame } from '#web/admin/settings/SettingsFrame.tsx';
import { TermsSection } from './TermsSection.tsx';

export default function PolicyPage() {
  return (
    <SettingsFrame
      title="Policy and terms"
      text="What customers agree to. A published text takes effect at once."
    >
      <TermsSection />
    </SettingsFrame>
  );
}
