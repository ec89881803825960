import { errorTypeOf, type SigningProps, useWidget } from '../../form/index.ts'
import { askForText } from './ask-for-text.ts'
import { signBy } from './sign-by.ts'
import { useTexts } from './use-texts.ts'
import { useWallets } from './use-wallets.ts'
import { WalletList } from './WalletList.tsx'
import type { Wallet } from './wallet.ts'

/** The wallets of this browser, to sign with for the account that is signed in: one that it has, or another one. */
export const Signing = ({ busy, otherwise, onChoose }: SigningProps) => {
  const { client, settings, emit } = useWidget()
  const texts = useTexts()
  const wallets = useWallets()
  const sign = (wallet: Wallet) => async () => {
    let trouble: keyof typeof texts = 'notConnected'
    const leaving = new AbortController()
    try {
      const { address, data: start } = await askForText({ client, settings }, wallet)
      emit({ type: 'CRYPTO_WALLET_AUTHENTICATE_START', data: start })
      trouble = 'notSigned'
      const data = await signBy({ client, settings }, wallet, { address, text: start.challenge }, leaving.signal)
      emit({ type: 'CRYPTO_WALLET_AUTHENTICATE', data })
    } catch (reason) {
      throw errorTypeOf(reason) === undefined ? new Error(texts[trouble], { cause: reason }) : reason
    } finally {
      leaving.abort()
    }
  }
  if (wallets.length === 0) return otherwise
  return <WalletList wallets={wallets} busy={busy} onChoose={wallet => onChoose(sign(wallet))} />
}
