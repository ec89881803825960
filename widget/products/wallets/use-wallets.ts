import { useEffect, useState } from 'react'
import { knownWallets, watchWallets } from './find-wallets.ts'
import type { Wallet } from './wallet.ts'

/** The wallets of this browser, as they are found. */
export const useWallets = (): readonly Wallet[] => {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => watchWallets(() => setWallets(knownWallets())), [])
  return wallets
}
