import { useWidget } from '../../form/index.ts'
import { askForText } from './ask-for-text.ts'
import { useTexts } from './use-texts.ts'
import { useWalletStep } from './use-wallet-step.ts'
import { Waiting } from './Waiting.tsx'

/** Requests an address from the wallet, and the message to sign from the provider. */
export const CryptoConnect = () => {
  const { client, settings, emit, dispatch } = useWidget()
  const texts = useTexts()

  useWalletStep('notConnected', async wallet => {
    const { address: walletAddress, data } = await askForText({ client, settings }, wallet)
    return () => {
      emit({ type: 'CRYPTO_WALLET_AUTHENTICATE_START', data })
      dispatch({ type: 'update_crypto_state', cryptoState: { walletAddress, walletChallenge: data.challenge } })
      dispatch({ type: 'transition', screen: 'CryptoSignMessage' })
    }
  })
  return <Waiting heading={texts.connecting} hint={texts.connectHint} />
}
