import { useEffect } from 'react'
import {
  Alert,
  errorTypeOf,
  fill,
  Mark,
  ScreenFrame,
  type SigningProps,
  Spinner,
  useFlowComplete,
  useWidget,
} from '../../form/index.ts'
import { walletOf } from './find-wallets.ts'
import { useWallets, WalletIcon, WalletList } from './WalletButtons.tsx'
import { requestWalletMessage, signBy, useTexts, type Wallet } from './wallet.ts'

export const CryptoConfirmation = () => {
  const texts = useTexts()
  useFlowComplete()
  return (
    <ScreenFrame heading={texts.success} back>
      <Mark of="success" large />
      <p className="siw-text">{texts.connected}</p>
    </ScreenFrame>
  )
}

/**
 * Runs a step with the chosen wallet while its screen is mounted. `work` returns the continuation. Errors lead to CryptoError; responses
 * after leaving are ignored.
 * @param sentence message for errors of the wallet rather than the provider
 */
const useWalletStep = (
  sentence: 'notConnected' | 'notSigned',
  work: (wallet: Wallet, leaving: AbortSignal) => Promise<() => void>,
): void => {
  const { state, dispatch, explain } = useWidget()
  const texts = useTexts()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the screen is shown.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const step = async (): Promise<void> => {
      // Skips the first mount of a doubly mounted screen, as under StrictMode.
      await null
      if (signal.aborted) return
      try {
        const wallet = walletOf(state.cryptoState.walletOption)
        if (wallet === undefined) throw new Error('This wallet is not there any more.')
        const done = await work(wallet, signal)
        if (!signal.aborted) done()
      } catch (reason) {
        if (signal.aborted) return
        const isOurs = errorTypeOf(reason) !== undefined
        const said = explain(isOurs ? reason : new Error(texts[sentence], { cause: reason }))
        dispatch({ type: 'set_error_message', errorMessage: said })
        dispatch({ type: 'transition', screen: 'CryptoError' })
      }
    }
    void step()
    return () => leaving.abort()
  }, [])
}

/** Shown while a wallet prompts its owner. It may never respond, so the arrow leads back. */
const Waiting = ({ heading, hint }: { heading: string; hint: string }) => {
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

/** Requests an address from the wallet, and the message to sign from the provider. */
export const CryptoConnect = () => {
  const { client, settings, emit, dispatch } = useWidget()
  const texts = useTexts()

  useWalletStep('notConnected', async wallet => {
    const { address: walletAddress, data } = await requestWalletMessage({ client, settings }, wallet)
    return () => {
      emit({ type: 'CRYPTO_WALLET_AUTHENTICATE_START', data })
      dispatch({ type: 'update_crypto_state', cryptoState: { walletAddress, walletChallenge: data.challenge } })
      dispatch({ type: 'transition', screen: 'CryptoSignMessage' })
    }
  })
  return <Waiting heading={texts.connecting} hint={texts.connectHint} />
}

/** Shows a failed sign-in with its reason, if known. */
export const CryptoError = () => {
  const { state } = useWidget()
  const texts = useTexts()
  return (
    <ScreenFrame heading={texts.failed} back>
      {state.errorMessage !== '' && <Alert>{state.errorMessage}</Alert>}
      <p className="siw-text">{texts.failedExplanation}</p>
    </ScreenFrame>
  )
}

const makers = [
  ['Metamask', 'https://metamask.io/'],
  ['Phantom', 'https://phantom.com/'],
  ['Coinbase', 'https://www.coinbase.com/wallet'],
  ['Binance', 'https://www.binance.com/web3wallet'],
] as const

/** Links to wallet vendors, for users without a wallet. */
export const CryptoSetupWallet = () => {
  const texts = useTexts()
  return (
    <ScreenFrame heading={texts.setUp} back>
      <p className="siw-text">{texts.setUpExplanation}</p>
      <ul className="siw-wallet-makers">
        {makers.map(([wallet, url]) => (
          <li key={wallet}>
            <a
              className="siw-button siw-button-secondary"
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={fill(texts.opensElsewhere, { wallet })}
            >
              <WalletIcon id={wallet} />
              {wallet}
            </a>
          </li>
        ))}
      </ul>
    </ScreenFrame>
  )
}

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

/** The wallets of this browser, to sign with for the account that is signed in: one that it has, or another one. */
export const Signing = ({ busy, otherwise, onChoose }: SigningProps) => {
  const { client, settings, emit } = useWidget()
  const texts = useTexts()
  const wallets = useWallets()
  const sign = (wallet: Wallet) => async () => {
    let trouble: keyof typeof texts = 'notConnected'
    const leaving = new AbortController()
    try {
      const { address, data: start } = await requestWalletMessage({ client, settings }, wallet)
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
