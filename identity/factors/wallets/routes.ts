import { Outdated } from '@corroborate/server-kit/database'
import type { cryptoWallets } from '@corroborate/wire/crypto-wallets'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { BodyOf } from '@corroborate/wire/types'
import { hexToBytes } from '@noble/hashes/utils.js'
import { spend } from '../../accounts/one-time-tokens/index.ts'
import {
  type Asking,
  type Held,
  type LockedSession,
  type ProvedFactor,
  requireSession,
} from '../../accounts/sessions/index.ts'
import { requireUserWithRecentFactor } from '../../accounts/step-up/require-user-with-recent-factor.ts'
import { createUser, touchUser } from '../../accounts/users/index.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { type Challenge, challengesOf, issueChallenge } from './challenge.ts'
import { type ContractWallets, createContractWallets } from './ethereum/contract-wallets.ts'
import { isKeySignature, isSignedByKey, personalHash, readEthereumAddress } from './ethereum/key-signature.ts'
import { isSignedBySolana, readSolanaAddress, readSolanaSignature } from './solana.ts'
import { findWallet, insertWallet, type StoredWallet, type Wallet } from './store.ts'

/** The signed challenge, and the chain whose contract confirmed it; null if a key signed. */
type Proved = { challenge: Challenge; chainId: string | null }

/**
 * Finds the challenge that a signature answers.
 * @throws Refusal `bad_request` for a signature that no wallet makes; `unable_to_authenticate_crypto_wallet`
 */
const proveWallet = async (
  contracts: ContractWallets,
  wallet: Wallet,
  challenges: readonly Challenge[],
  signature: string,
): Promise<Proved> =>
  wallet.type === 'solana'
    ? provedBySolana(wallet, challenges, signature)
    : provedByEthereum(contracts, wallet, challenges, signature)

/** @throws Refusal */
const refused = (message?: string): never => refuse('unable_to_authenticate_crypto_wallet', { message })

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

/**
 * The wallet that a call names, with its address in the spelling that is kept.
 * @throws Refusal `invalid_crypto_wallet_address`
 */
const readWallet = (type: Wallet['type'], text: string): Wallet => {
  const address = type === 'ethereum' ? readEthereumAddress(text) : readSolanaAddress(text)
  if (address === null) return refuse('invalid_crypto_wallet_address')
  return { type, address }
}

/** Maximum number of wallets per account. Enough for all users, and a limit on storage. */
const mostOfUser = 50

type StartBody = BodyOf<typeof cryptoWallets.authenticateStartPrimary>

/** Signing in with a wallet: `start` gives the text, `authenticate` takes its signature. */
export const createWalletCalls = (core: Core): readonly Route[] => {
  const { db, guard, captcha, users, settings, logger } = core
  const contracts = createContractWallets(settings.ethereumRpcUrls, logger)

  const start = async (asking: Asking, body: StartBody) => {
    const { project, session, request } = asking
    await guard.address('tryPerAddress', request)
    const wallet = readWallet(body.crypto_wallet_type, body.crypto_wallet_address)
    if (wallet.type === 'solana' && body.siwe_params !== undefined) {
      refuse('bad_request', { message: 'siwe_params are for Ethereum wallets only.' })
    }
    if (session !== null) {
      const known = await findWallet(db, project.id, wallet)
      // A wallet of another account is disclosed only after the wallet has signed.
      if (known?.userId !== session.userId) {
        await requireSensitive(db, { project, session }, request.now)
      }
    }
    return { challenge: await issueChallenge(db, asking, wallet, body.siwe_params) }
  }

  /** @throws Refusal unless the session may change how its user signs in. @param at when the change began */
  const requireSensitive = async (
    tx: Database | Tx,
    { project, session }: Pick<LockedSession, 'project' | 'session'>,
    at: number,
  ): Promise<void> => {
    const user = await requireUserWithRecentFactor(users, tx, { project, session }, at)
    if (user.crypto_wallets.length >= mostOfUser) {
      refuse('bad_request', { message: `An account can have ${mostOfUser} wallets at most. Please delete one first.` })
    }
  }

  return [
    answer(endpoints.cryptoWallets.authenticateStartPrimary, call => start(call, call.body)),
    answer(endpoints.cryptoWallets.authenticateStartSecondary, call => start(call, call.body)),

    answer(endpoints.cryptoWallets.authenticate, async call => {
      const { project, session, body, request } = call
      const { now } = request
      const kept = [await guard.address('tryPerAddress', request)]
      await captcha.requireWhenNear({ project, request, body, kept })
      const wallet = readWallet(body.crypto_wallet_type, body.crypto_wallet_address)
      const challenges = await challengesOf(db, call, wallet)
      const { challenge, chainId } = await proveWallet(contracts, wallet, challenges, body.signature)

      const whose = async (tx: Tx): Promise<string> => {
        if (challenge.isOfSession && session !== null) return session.userId
        return (await findWallet(tx, project.id, wallet))?.userId ?? createUser(tx, project, {}, now)
      }

      /** Returns the ID of the wallet, and adds it to the locked user if missing. */
      const keep = async (held: Held): Promise<string> => {
        const { tx, userId } = held
        const known = await findWallet(tx, project.id, wallet)
        if (known === null) return add(held)
        if (known.userId === userId) return requireSameChain(known, chainId)
        if (challenge.isOfSession) return refused('This wallet belongs to another account.')
        throw new Outdated('Somebody else signed in with this wallet for the first time meanwhile.')
      }

      const add = async (held: Held): Promise<string> => {
        const { tx, userId } = held
        const own = challenge.isOfSession ? requireSession(held) : null
        // A factor that was recent when the challenge was requested suffices: users need time to find their wallet.
        if (own !== null) await requireSensitive(tx, own, challenge.at)
        const id = await insertWallet(tx, project, userId, { ...wallet, chainId }, now)
        if (id === null) throw new Outdated('Somebody else signed in with this wallet for the first time meanwhile.')
        await touchUser(tx, project.id, userId, now)
        const details = { crypto_wallet_id: id, type: wallet.type, address: wallet.address }
        const actor = own?.session ?? userId
        await audit(tx, { projectId: project.id, action: 'wallet.added', actor, userId, request, details })
        if (own !== null) await notifyOwner(core, tx, { project, userId, change: 'wallet-added', at: now })
        return id
      }

      const prove = async (held: Held): Promise<ProvedFactor> => {
        if (challenge.isOfSession) requireSession(held)
        if (!(await spend(held.tx, project.id, challenge.hash, now))) return refused()
        return {
          type: 'signature_challenge',
          delivery_method: 'crypto_wallet',
          crypto_wallet_factor: {
            crypto_wallet_id: await keep(held),
            crypto_wallet_address: wallet.address,
            crypto_wallet_type: wallet.type,
          },
        }
      }
      return core.signIn(call, { whose, durationMinutes: body.session_duration_minutes, prove })
    }),
  ]
}

/**
 * A key is the same on every chain, but a contract address may belong to another owner on another chain. Only the chain on which the wallet
 * was added counts.
 */
const requireSameChain = ({ id, chainId: known }: StoredWallet, chainId: string | null): string =>
  chainId === null || chainId === known
    ? id
    : refused('This contract wallet was added on another chain. Please use that chain.')
