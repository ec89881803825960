import { hexToBytes } from '@noble/hashes/utils.js'
import { refuse } from '../../platform/refusal/index.ts'
import type { Challenge } from './challenge.ts'
import { type ContractWallets, isKeySignature, isSignedByKey, personalHash } from './ethereum/index.ts'
import { isSignedBySolana, readSolanaSignature } from './solana.ts'
import type { Wallet } from './store.ts'

/** The signed challenge, and the chain whose contract confirmed it; null if a key signed. */
type Proved = { challenge: Challenge; chainId: string | null }

/**
 * Finds the challenge that a signature answers.
 * @throws Refusal `bad_request` for a signature that no wallet makes; `unable_to_authenticate_crypto_wallet`
 */
export const proveWallet = async (
  contracts: ContractWallets,
  wallet: Wallet,
  challenges: readonly Challenge[],
  signature: string,
): Promise<Proved> =>
  wallet.type === 'solana'
    ? provedBySolana(wallet, challenges, signature)
    : provedByEthereum(contracts, wallet, challenges, signature)

/** @throws Refusal */
export const refused = (message?: string): never => refuse('unable_to_authenticate_crypto_wallet', { message })

const tooLate = 'This took too long, or it was already done. Please try again.'

const provedBySolana = ({ address }: Wallet, challenges: readonly Challenge[], signature: string): Proved => {
  const bytes = readSolanaSignature(signature)
  if (bytes === null) return refuse('bad_request', { message: 'The signature must be 64 bytes in base58.' })
  if (challenges.length === 0) return refused(tooLate)
  const challenge = challenges.find(({ text }) => isSignedBySolana(text, bytes, address))
  return challenge === undefined ? refused() : { challenge, chainId: null }
}

const provedByEthereum = async (
  contracts: ContractWallets,
  { address }: Wallet,
  challenges: readonly Challenge[],
  signature: string,
): Promise<Proved> => {
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) {
    return refuse('bad_request', { message: 'The signature must be hexadecimal and begin with 0x.' })
  }
  const bytes = hexToBytes(signature.slice(2))
  const [newest] = challenges
  const isOfKey = isKeySignature(bytes)
  if (!isOfKey && (newest === undefined || !contracts.knows(newest.chainId))) {
    return refuse('bad_request', {
      message:
        'The signature was not made with a key: that has 65 bytes, a low s, and a v of 0, 1, 27 or 28. Contract wallets are not accepted on this chain.',
    })
  }
  if (newest === undefined) return refused(tooLate)
  const signed = challenges.find(({ text }) => isSignedByKey(personalHash(text), bytes, address))
  if (signed !== undefined) return { challenge: signed, chainId: null }
  if (!contracts.knows(newest.chainId)) return refused()

  // Only the newest message is sent to a node.
  const { chainId, text } = newest
  const verdict = await contracts.verify({ chainId, address, hash: personalHash(text), signature: bytes })
  if (verdict === 'signed') return { challenge: newest, chainId }
  if (verdict === 'unavailable') {
    return refused('The contract of this wallet could not be reached. Please try again in a moment.')
  }
  if (verdict === 'no-contract' && !isOfKey) {
    return refuse('bad_request', {
      message: 'The signature was not made with a key, and there is no contract at the address.',
    })
  }
  return refused()
}
