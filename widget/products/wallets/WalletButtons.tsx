import { Button, useWidget } from '../../form/index.ts'
import { SetUpButton } from './SetUpButton.tsx'
import { useChoose } from './use-choose.ts'
import { useMainWallets } from './use-main-wallets.ts'
import { useTexts } from './use-texts.ts'
import { WalletIcon } from './WalletIcon.tsx'
import { WalletList } from './WalletList.tsx'

/** The wallets of this browser, as many as there is room for, and the way to others or to a first one. */
export const WalletButtons = () => {
  const { dispatch } = useWidget()
  const texts = useTexts()
  const { here, others } = useMainWallets()
  return (
    <div className="siw-stack siw-wallets">
      <WalletList wallets={here} onChoose={useChoose()} />
      {others.length > 0 ? (
        <Button look="secondary" onClick={() => dispatch({ type: 'transition', screen: 'CryptoOtherScreen' })}>
          <WalletIcon />
          {texts.otherWallets}
        </Button>
      ) : (
        <SetUpButton />
      )}
    </div>
  )
}
