import { ScreenFrame } from '../../form/index.ts'
import { SetUpButton } from './SetUpButton.tsx'
import { useChoose } from './use-choose.ts'
import { useMainWallets } from './use-main-wallets.ts'
import { useTexts } from './use-texts.ts'
import { WalletList } from './WalletList.tsx'

/** The wallets for which Main has no room. */
export const CryptoOtherScreen = () => {
  const texts = useTexts()
  const { others } = useMainWallets()
  return (
    <ScreenFrame heading={texts.otherHeading} back>
      <div className="siw-stack siw-wallets">
        <WalletList wallets={others} onChoose={useChoose()} />
      </div>
      <SetUpButton />
    </ScreenFrame>
  )
}
