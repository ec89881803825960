import { useState } from 'react'
import { useWidget } from '../../form/index.ts'
import { WalletChoice } from '../proof/index.ts'
import { Removable } from './Removable.tsx'
import { Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

const kinds = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** As wallets write an address where there is little room. */
const short = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address

/** Wallets for signing in, and the button to add one if the page offers wallets. */
export const WalletSection = ({ user: { crypto_wallets: wallets } }: SectionProps) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const [isAdding, setAdding] = useState(false)
  const canAdd = settings.products.includes('crypto')
  if (wallets.length === 0 && !canAdd) return null
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
      {isAdding && <WalletChoice busy={busy} error={error} onChoose={sign => run(sign, () => setAdding(false))} />}
      {canAdd && <Tool onClick={() => setAdding(!isAdding)}>{isAdding ? texts.cancel : texts.addWallet}</Tool>}
    </Section>
  )
}
