import { useWidget } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'
import { useWalletStep } from './use-wallet-step.ts'
import { Waiting } from './Waiting.tsx'

/** Has the wallet sign the text, and signs in by it. */
export const CryptoSignMessage = () => {
  const { client, settings, state, emit, dispatch } = useWidget()
  const texts = useTexts()
  const { walletAddress: address, walletChallenge: text } = state.cryptoState

  useWalletStep('notSigned', async (wallet, leaving) => {
    const changed = new Promise<never>((_, refuse) => {
      const end = wallet.watch({ text, address }, () => refuse(new Error('The wallet has another account or chain.')))
      leaving.addEventListener('abort', end)
    })
    const signature = await Promise.race([wallet.sign(text, address), changed])
    const data = await client.cryptoWallets.authenticate({
      crypto_wallet_address: address,
      crypto_wallet_type: wallet.type,
      signature,
      session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
    })
    return () => {
      emit({ type: 'CRYPTO_WALLET_AUTHENTICATE', data })
      dispatch({ type: 'transition', screen: 'CryptoConfirmation' })
    }
  })
  return <Waiting heading={texts.signing} hint={texts.signHint} />
}
