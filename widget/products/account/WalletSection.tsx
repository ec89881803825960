import { useWidget } from '../../form/index.ts'
import { Removable } from './Removable.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'

const kinds = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** As wallets write an address where there is little room. */
const short = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address

/** Wallets that log in here. */
export const WalletSection = ({ user: { crypto_wallets: wallets } }: SectionProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  if (wallets.length === 0) return null
  return (
    <Section title={texts.wallets}>
      <ul className="siw-account-list">
        {wallets.map(({ crypto_wallet_id: id, crypto_wallet_address: address, crypto_wallet_type: type }) => (
          <Removable
            key={id}
            name={short(address)}
            note={kinds[type]}
            remove={() => client.user.deleteCryptoWallet(id)}
          />
        ))}
      </ul>
    </Section>
  )
}
