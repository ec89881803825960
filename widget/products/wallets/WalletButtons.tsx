import { useEffect, useState } from 'react'
import { Button, fill, ScreenFrame, useWidget } from '../../form/index.ts'
import { knownWallets, watchWallets } from './find-wallets.ts'
import { useTexts, type Wallet } from './wallet.ts'

/** "Set up a new crypto wallet", for users whose wallet is not listed. */
const SetUpButton = () => {
  const { dispatch } = useWidget()
  const texts = useTexts()
  return (
    <p className="siw-text">
      <Button look="link" onClick={() => dispatch({ type: 'transition', screen: 'CryptoSetupWallet' })}>
        {texts.setUp}
      </Button>
    </p>
  )
}

/** Returns a function that continues signing in with a wallet. */
const useChoose = (): ((wallet: Wallet) => void) => {
  const { dispatch } = useWidget()
  return ({ id }) => {
    dispatch({ type: 'update_crypto_state', cryptoState: { walletOption: id } })
    dispatch({ type: 'transition', screen: 'CryptoConnect' })
  }
}

/** The wallets of this browser, as they are found. */
export const useWallets = (): readonly Wallet[] => {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => watchWallets(() => setWallets(knownWallets())), [])
  return wallets
}

/** Buttons of wallets and of providers that Main has room for, one of them for other wallets (SPEC §9). */
const mostButtons = 6

/** Returns the number of wallets on Main beside this many provider buttons. The others have their own screen. Pure. */
export const walletsOnMain = (providers: number): number => Math.max(0, mostButtons - providers - 1)

/** The wallets on Main, and those behind 'Continue with other Crypto Wallet'. */
const useMainWallets = (): { here: readonly Wallet[]; others: readonly Wallet[] } => {
  const { settings } = useWidget()
  const wallets = useWallets()
  const room = walletsOnMain(settings.products.includes('oauth') ? settings.oauthOptions.providers.length : 0)
  return { here: wallets.slice(0, room), others: wallets.slice(room) }
}

/** A part of a mark: its colour in hexadecimal, and its path, 48 units across. */
type Part = readonly [fill: string, path: string]

/**
 * Logos of the wallets in `order`, by ID. Our own drawings in whole units for size, since injected wallets provide no icon. Logos belong to
 * their owners and appear only on what leads to that wallet.
 */
export const walletMarks: Readonly<Record<string, readonly Part[]>> = {
  Phantom: [
    ['ab9ff2', 'M12 2h24a10 10 0 0 1 10 10v24a10 10 0 0 1-10 10H12A10 10 0 0 1 2 36V12A10 10 0 0 1 12 2'],
    ['fff', 'M8 34c0-15 7-24 18-24 9 0 14 6 14 14 0 5-2 9-6 9q-3 0-4-2c-5 8-11 9-13 4q-4 5-9-1'],
    ['7261d6', 'M27 18a2 4 0 1 1 0 7 2 4 0 0 1 0-7m7 0a2 4 0 1 1 0 7 2 4 0 0 1 0-7'],
  ],
  Vessel: [
    ['0b7285', 'M24 2a22 22 0 1 0 0 44 22 22 0 0 0 0-44'],
    ['fff', 'M23 8v20H11zm3 5 10 15H26zM8 31h32q-4 8-11 8H19q-7 0-11-8'],
  ],
  Binance: [
    [
      'f0b90b',
      'm24 3 14 14-5 5-9-9-9 9-5-5zm0 16 5 5-5 5-5-5zM7 19l5 5-5 5-5-5zm34 0 5 5-5 5-5-5zM15 26l9 9 9-9 5 5-14 14-14-14z',
    ],
  ],
  Coinbase: [
    ['0052ff', 'M24 2a22 22 0 1 0 0 44 22 22 0 0 0 0-44'],
    ['fff', 'M19 17h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H19a2 2 0 0 1-2-2V19a2 2 0 0 1 2-2'],
  ],
  Metamask: [
    ['f6851b', 'm4 4 16 12h8L44 4l-4 18 5 9-5 12-11-4H19L8 43 3 31l5-9z'],
    ['763d16', 'm4 4 16 12-5 7-7-1zm40 0L28 16l5 7 7-1z'],
    ['fff', 'm19 39 1-4h8l1 4-2 5h-6z'],
    ['233447', 'm14 28 7 2-1 3zm20 0-7 2 1 3zM21 35h6l1 2-4 3-4-3z'],
  ],
  GenericEthereumWallet: [
    ['8a92b2', 'M24 2v31l-14-8zm0 34v10L10 28z'],
    ['62688f', 'M24 2v31l14-8zm0 34v10l14-18z'],
  ],
  GenericSolanaWallet: [
    ['14c39a', 'M12 8h32l-8 8H4z'],
    ['5a84e0', 'M4 20h32l8 8H12z'],
    ['9945ff', 'M12 32h32l-8 8H4z'],
  ],
}

type Props = {
  /** ID of the wallet; omitted for a generic icon. */
  id?: string
  /** The picture that the wallet brings along. */
  icon?: string | null | undefined
}

/** The wallet's own picture, else the mark that we draw for it, else a plain icon. A page may forbid pictures in its own text (CSP). */
export const WalletIcon = ({ id = '', icon }: Props) => {
  const [isBroken, setIsBroken] = useState(false)
  if (icon && !isBroken) return <img className="siw-wallet-icon" src={icon} alt="" onError={() => setIsBroken(true)} />
  const mark = walletMarks[id]
  return mark === undefined ? (
    <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M19 7V5a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a2 2 0 0 1-2-2V6m14 8h.01" />
    </svg>
  ) : (
    <svg className="siw-icon siw-wallet-mark" viewBox="0 0 48 48" aria-hidden="true">
      {mark.map(([fill, path]) => (
        <path key={path} fill={`#${fill}`} d={path} />
      ))}
    </svg>
  )
}

type WalletListProps = { wallets: readonly Wallet[]; busy?: boolean; onChoose: (wallet: Wallet) => void }

/** A button for each wallet. */
export const WalletList = ({ wallets, busy = false, onChoose }: WalletListProps) => {
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

/** The wallets for which Main has no room. */
export const CryptoOtherScreen = () => {
  const texts = useTexts()
  const { others } = useMainWallets()
  return (
    <ScreenFrame heading={texts.otherHeading} back>
      <div className="siw-stack siw-wallets">
        <WalletList wallets={others} onChoose={useChoose()} />
      </div>
      <SetUpButton />
    </ScreenFrame>
  )
}

/** The wallets of this browser, as many as there is room for, and the way to others or to a first one. */
export const WalletButtons = () => {
  const { dispatch } = useWidget()
  const texts = useTexts()
  const { here, others } = useMainWallets()
  return (
    <div className="siw-stack siw-wallets">
      <WalletList wallets={here} onChoose={useChoose()} />
      {others.length > 0 ? (
        <Button look="secondary" onClick={() => dispatch({ type: 'transition', screen: 'CryptoOtherScreen' })}>
          <WalletIcon />
          {texts.otherWallets}
        </Button>
      ) : (
        <SetUpButton />
      )}
    </div>
  )
}
