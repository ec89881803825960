import { useWidget } from '../form/context/index.ts'

/** 'Powered by Corroborate', unless the project has switched it off. 150 pixels wide (SPEC §9). */
export const Watermark = () => {
  const { strings, bootstrap } = useWidget()
  if (bootstrap?.displayWatermark !== true) return null
  return (
    <footer className="siw-watermark">
      {strings.common.poweredBy}
      <svg className="siw-watermark-logo" viewBox="0 0 150 28" role="img" aria-label="Corroborate">
        <circle cx="9" cy="14" r="5" />
        <path d="M24 8a6 6 0 1 0 0 12 6 6 0 0 0 0-12m0 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7" />
        <text x="38" y="20" textLength="110">
          Corroborate
        </text>
      </svg>
    </footer>
  )
}
