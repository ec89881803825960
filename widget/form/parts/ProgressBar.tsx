/** Shows that something is running, not how far it is. */
export const ProgressBar = ({ label }: { label: string }) => (
  <div className="siw-progress" role="progressbar" aria-label={label} />
)
