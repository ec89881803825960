import { useState } from 'react'

/** The picture that a wallet brings along, or that of any. A page may forbid pictures in its own text (CSP). */
export const WalletIcon = ({ icon }: { icon: string | null }) => {
  const [isBroken, setIsBroken] = useState(false)
  if (icon !== null && !isBroken) {
    return <img className="siw-wallet-icon" src={icon} alt="" onError={() => setIsBroken(true)} />
  }
  return (
    <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M19 7V5a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a2 2 0 0 1-2-2V6m14 8h.01" />
    </svg>
  )
}
