import { ScreenFrame, Spinner, useWidget } from '../../form/index.ts'
import { walletOf } from './find-wallets.ts'
import { useTexts } from './use-texts.ts'
import { WalletIcon } from './WalletIcon.tsx'

/** Shown while a wallet prompts its owner. It may never respond, so the arrow leads back. */
export const Waiting = ({ heading, hint }: { heading: string; hint: string }) => {
  const texts = useTexts()
  const { walletOption: id } = useWidget().state.cryptoState
  return (
    <ScreenFrame heading={heading} back>
      <div className="siw-wallet-waiting">
        <Spinner label={heading} large />
        <WalletIcon id={id} icon={walletOf(id)?.icon} />
      </div>
      <p className="siw-text">{hint}</p>
      <p className="siw-text siw-small">{texts.trouble}</p>
    </ScreenFrame>
  )
}
