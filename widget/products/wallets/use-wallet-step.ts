import { useEffect } from 'react'
import { errorTypeOf, useWidget } from '../../form/index.ts'
import { walletOf } from './find-wallets.ts'
import { useTexts } from './use-texts.ts'
import type { Wallet } from './wallet.ts'

/**
 * Does something with the chosen wallet while its screen is there. `work` gives what is to be done then. Whatever fails leads to
 * CryptoError; an answer that comes after the screen was left is ignored.
 * @param sentence what to say when the wallet, and not the provider, is why it failed
 */
export const useWalletStep = (
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
      // Where a screen is shown twice, as under StrictMode, nobody is asked for the first time, which is over by now.
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
