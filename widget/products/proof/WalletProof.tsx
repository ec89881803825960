import { useAttempt } from '../../form/index.ts'
import { WalletChoice } from './WalletChoice.tsx'

/** A proof by a wallet that belongs to the account. */
export const WalletProof = ({ onProved }: { onProved: () => void }) => {
  const { busy, error, run } = useAttempt()
  return <WalletChoice busy={busy} error={error} onChoose={sign => run(sign, onProved)} />
}
