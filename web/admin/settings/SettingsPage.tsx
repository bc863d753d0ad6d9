import { PageHeading } from '#web/ui/PageHeading.tsx';

export default function SettingsPage() {
  return <PageHeading title="Settings">Your own account.</PageHeading>;
}
