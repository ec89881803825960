import { useState } from 'react'
import { walletMarks } from './marks.ts'

type Props = {
  /** ID of the wallet; omitted for a generic icon. */
  id?: string
  /** The picture that the wallet brings along. */
  icon?: string | null | undefined
}

/** The wallet's own picture, else the mark that we draw for it, else a plain icon. A page may forbid pictures in its own text (CSP). */
export const WalletIcon = ({ id = '', icon }: Props) => {
  const [isBroken, setIsBroken] = useState(false)
  if (icon && !isBroken) return <img className="siw-wallet-icon" src={icon} alt="" onError={() => setIsBroken(true)} />
  const mark = walletMarks[id]
  return mark === undefined ? (
    <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M19 7V5a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a2 2 0 0 1-2-2V6m14 8h.01" />
    </svg>
  ) : (
    <svg className="siw-icon siw-wallet-mark" viewBox="0 0 48 48" aria-hidden="true">
      {mark.map(([fill, path]) => (
        <path key={path} fill={`#${fill}`} d={path} />
      ))}
    </svg>
  )
}
