import { useWidget } from '../../form/index.ts'
import { signBy } from './sign-by.ts'
import { useTexts } from './use-texts.ts'
import { useWalletStep } from './use-wallet-step.ts'
import { Waiting } from './Waiting.tsx'

/** Signs the message with the wallet and signs in. */
export const CryptoSignMessage = () => {
  const { client, settings, state, emit, dispatch } = useWidget()
  const texts = useTexts()
  const { walletAddress: address, walletChallenge: text } = state.cryptoState

  useWalletStep('notSigned', async (wallet, leaving) => {
    const data = await signBy({ client, settings }, wallet, { address, text }, leaving)
    return () => {
      emit({ type: 'CRYPTO_WALLET_AUTHENTICATE', data })
      dispatch({ type: 'transition', screen: 'CryptoConfirmation' })
    }
  })
  return <Waiting heading={texts.signing} hint={texts.signHint} />
}
