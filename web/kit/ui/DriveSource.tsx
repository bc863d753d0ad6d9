const COPYRIGHT_URL = 'https://www.openstreetmap.org/copyright';

/**
 * Where the times of drives come from. openrouteservice and OpenStreetMap ask to be named beside what is computed from
 * their data, OpenStreetMap with a link (openstreetmap.org/copyright).
 */
export function DriveSource({ isEstimate }: { isEstimate: boolean }) {
  if (isEstimate) return 'Drives are estimated from straight lines.';
  return (
    <>
      Drives by openrouteservice,{' '}
      <a href={COPYRIGHT_URL} target="_blank" rel="noreferrer" className="underline">
        © OpenStreetMap contributors
      </a>
    </>
  );
}
