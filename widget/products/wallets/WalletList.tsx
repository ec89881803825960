import { Button, fill, useWidget } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'
import { WalletIcon } from './WalletIcon.tsx'
import type { Wallet } from './wallet.ts'

/** A button for each wallet. */
export const WalletList = ({ wallets }: { wallets: readonly Wallet[] }) => {
  const { dispatch } = useWidget()
  const texts = useTexts()
  const titleOf = ({ title, type }: Wallet): string =>
    title ?? (type === 'ethereum' ? texts.anyEthereum : texts.anySolana)
  return wallets.map(wallet => (
    <Button
      key={wallet.id}
      look="secondary"
      onClick={() => {
        dispatch({ type: 'update_crypto_state', cryptoState: { walletOption: wallet.id } })
        dispatch({ type: 'transition', screen: 'CryptoConnect' })
      }}
    >
      <WalletIcon icon={wallet.icon} />
      {fill(texts.continueWith, { wallet: titleOf(wallet) })}
    </Button>
  ))
}
