import { fill, ScreenFrame } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'
import { WalletIcon } from './WalletIcon.tsx'

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
