/** Says that something is going on, without saying how far it is. */
export const ProgressBar = ({ label }: { label: string }) => (
  <div className="siw-progress" role="progressbar" aria-label={label} />
)
