/** 25 pixels wide beside other things, 100 alone on a screen (SPEC §9). */
export const Spinner = ({ label, large = false }: { label: string; large?: boolean }) => (
  <div className={large ? 'siw-spinner siw-spinner-large' : 'siw-spinner'} role="status" aria-label={label} />
)
