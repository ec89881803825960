import { Button, fill } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'
import { WalletIcon } from './WalletIcon.tsx'
import type { Wallet } from './wallet.ts'

type Props = { wallets: readonly Wallet[]; busy?: boolean; onChoose: (wallet: Wallet) => void }

/** A button for each wallet. */
export const WalletList = ({ wallets, busy = false, onChoose }: Props) => {
  const texts = useTexts()
  const titleOf = ({ title, type }: Wallet): string =>
    title ?? (type === 'ethereum' ? texts.anyEthereum : texts.anySolana)
  return wallets.map(wallet => (
    <Button key={wallet.id} look="secondary" busy={busy} onClick={() => onChoose(wallet)}>
      <WalletIcon id={wallet.id} icon={wallet.icon} />
      {fill(texts.continueWith, { wallet: titleOf(wallet) })}
    </Button>
  ))
}
