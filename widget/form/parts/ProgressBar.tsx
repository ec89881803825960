/** Something goes on and nobody knows how long. */
export const ProgressBar = ({ label }: { label: string }) => (
  <div className="siw-progress" role="progressbar" aria-label={label} />
)
