import { useEffect } from 'react'
import { errorTypeOf, useWidget } from '../../form/index.ts'
import { walletOf } from './find-wallets.ts'
import { useTexts } from './use-texts.ts'
import type { Wallet } from './wallet.ts'

/**
 * Runs a step with the chosen wallet while its screen is mounted. `work` returns the continuation. Errors lead to CryptoError; responses
 * after leaving are ignored.
 * @param sentence message for errors of the wallet rather than the provider
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
