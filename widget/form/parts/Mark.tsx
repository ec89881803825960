const paths = {
  success: 'm5 12.5 4.5 4.5L19 7.5',
  error: 'M12 7.5v5m0 3.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  open: 'M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  warning: 'M12 9.5v4m0 3v.01M12 3.5 2.5 20h19z',
}

/** Decorative icon of success or failure beside its text. The large one is for otherwise empty screens. */
export const Mark = ({ of, large = false }: { of: string; large?: boolean }) => (
  <svg className={`siw-icon ${large ? 'siw-done' : 'siw-mark'}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={Object.hasOwn(paths, of) ? paths[of as keyof typeof paths] : ''} />
  </svg>
)
