import { randomInt } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { cryptoWallets } from '@corroborate/wire/crypto-wallets'
import type { BodyOf } from '@corroborate/wire/types'
import { z } from 'zod'
import { issueCode, listLive, spend } from '../../accounts/one-time-tokens/index.ts'
import type { Asking } from '../../accounts/sessions/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Wallet } from './store.ts'

/** Validated SIWE parameters from the page. */
type SiweParams = NonNullable<BodyOf<typeof cryptoWallets.authenticateStartPrimary>['siwe_params']>

type Asked = {
  wallet: Wallet
  nonce: string
  /** Epoch milliseconds. */
  at: number
  expiresAt: number
}

const kinds = { ethereum: 'Ethereum', solana: 'Solana' } as const
const iso = (at: number): string => new Date(at).toISOString()

/**
 * Builds the message that a wallet displays and signs. It starts with a letter, because wallets treat text after `0x` as bytes. Pure.
 * @param place the requesting page, or the project if there is none
 */
export const plainText = ({ wallet, nonce, at, expiresAt, place }: Asked & { place: string }): string =>
  [
    `Sign in to ${place} with your ${kinds[wallet.type]} wallet.`,
    '',
    'Signing costs nothing and moves nothing.',
    '',
    `Address: ${wallet.address}`,
    `Nonce: ${nonce}`,
    `Issued At: ${iso(at)}`,
    `Expiration Time: ${iso(expiresAt)}`,
  ].join('\n')

/**
 * Builds the message in EIP-4361 format, or its Solana counterpart: one line per field, in this order. Without a statement two lines are
 * empty. Wallets expect an https origin without its scheme. Pure.
 * @param origin of the requesting page
 */
export const signInText = ({
  wallet: { type, address },
  nonce,
  at,
  expiresAt,
  origin,
  params,
}: Asked & { origin: string; params: SiweParams }): string => {
  const { protocol, host } = new URL(origin)
  const { uri, chain_id, issued_at, statement, not_before, message_request_id, resources } = params
  return [
    `${protocol === 'https:' ? '' : `${protocol}//`}${host} wants you to sign in with your ${kinds[type]} account:`,
    address,
    '',
    ...(statement === undefined ? [''] : [statement, '']),
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${type === 'solana' ? 'mainnet' : (chain_id ?? defaultChain)}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issued_at ?? iso(at)}`,
    `Expiration Time: ${iso(expiresAt)}`,
    ...(not_before === undefined ? [] : [`Not Before: ${not_before}`]),
    ...(message_request_id === undefined ? [] : [`Request ID: ${message_request_id}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map(resource => `- ${resource}`)]),
  ].join('\n')
}

/** The main chain of Ethereum, for calls that name no chain. */
const defaultChain = '1'

/**
 * Validates the SIWE parameters and returns the page's origin. The URI must be on the requesting page, and the dates must leave time to
 * sign. Pure.
 * @throws Refusal `invalid_siwe_…`; `bad_domain_for_stytch_sdk` if the page is not one of the project's
 */
export const requireSiwe = (
  { allowedOrigins }: Pick<Project, 'allowedOrigins'>,
  { origin: asking }: Pick<RequestFacts, 'origin'>,
  { uri, issued_at, not_before }: SiweParams,
  expiresAt: number,
): string => {
  const { origin, username, password } = new URL(uri)
  // Only browsers send an origin. For other applications the URI only has to be on a page of the project.
  if ((asking ?? origin) !== origin || username !== '' || password !== '') refuse('invalid_siwe_uri')
  if (!allowedOrigins.includes(origin)) refuse('bad_domain_for_stytch_sdk')
  if (issued_at !== undefined && Date.parse(issued_at) > expiresAt) refuse('invalid_siwe_issued_at')
  if (not_before !== undefined && Date.parse(not_before) >= expiresAt) refuse('invalid_siwe_not_before')
  return origin
}

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    wallet_challenge: true
  }
}

/** Lifetime of a challenge, in ms. */
const lifetime = 5 * 60_000
/**
 * Maximum number of a wallet's challenges compared with a signature. Each browser has one; there are more if several browsers are
 * indistinguishable, and anyone can request a challenge for any address.
 */
const mostCompared = 5

const payloadSchema = z.object({
  /** The exact text that is signed. */
  text: z.string(),
  /** Session or, before sign-in, browser that may answer. */
  for: z.union([
    z.object({ sessionId: z.string() }),
    z.object({ origin: z.string().nullable(), userAgent: z.string() }),
  ]),
  /** Network address of the requester. */
  asker: z.string(),
  /** Time of the request, and start of the validity period, in epoch milliseconds. */
  at: z.number(),
  notBefore: z.number(),
  /** The chain on which a contract may confirm the signature. */
  chainId: z.string(),
})
type Payload = z.infer<typeof payloadSchema>

/** A challenge that was not spent yet. It is spent by its `hash`. */
export type Challenge = Payload & { hash: string; isOfSession: boolean }

/** 22 letters and digits are 130 bits. EIP-4361 requires at least 8, and allows no other characters. */
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const newNonce = (): string => Array.from({ length: 22 }, () => characters[randomInt(characters.length)]).join('')

const subjectOf = ({ type, address }: Wallet): string => `${type}:${address}`

const askerOf = ({ session, request: { origin, userAgent, address } }: Asking): Pick<Payload, 'for' | 'asker'> => ({
  for: session === null ? { origin, userAgent } : { sessionId: session.id },
  asker: address,
})

/**
 * A new text for a wallet to sign. An earlier text for this wallet in the same browser no longer works.
 * @throws Refusal `invalid_siwe_…`
 */
export const issueChallenge = async (
  db: Database,
  asking: Asking,
  wallet: Wallet,
  given: SiweParams | undefined,
): Promise<string> => {
  const { project, session, request } = asking
  const { now: at, origin } = request
  const nonce = newNonce()
  const expiresAt = at + lifetime
  const about = { wallet, nonce, at, expiresAt }
  const params = given ?? (project.siwe ? pageOf(origin) : undefined)
  const text =
    params === undefined
      ? plainText({ ...about, place: origin ?? project.name })
      : signInText({ ...about, origin: requireSiwe(project, request, params, expiresAt), params })

  const asker = askerOf(asking)
  const payload: Payload = {
    ...asker,
    text,
    at,
    notBefore: params?.not_before === undefined ? 0 : Date.parse(params.not_before),
    chainId: params?.chain_id ?? defaultChain,
  }
  const secret = {
    projectId: project.id,
    kind: 'wallet_challenge' as const,
    subject: subjectOf(wallet),
    userId: session?.userId ?? '',
    payload,
    expiresAt,
  }
  await runTransaction(db, async tx => {
    const own = JSON.stringify(asker)
    for (const { hash, for: whose, asker: from } of await listChallenges(tx, asking, wallet)) {
      if (JSON.stringify({ for: whose, asker: from }) === own) await spend(tx, project.id, hash, at)
    }
    await issueCode(tx, secret, at, nonce)
  })
  return text
}

const pageOf = (origin: string | null): SiweParams => ({ uri: origin ?? refuse('invalid_siwe_uri') })

/** The challenges of a wallet that can still be answered, the newest first. */
const listChallenges = async (
  db: Database | Tx,
  { project, request: { now } }: Asking,
  wallet: Wallet,
): Promise<Challenge[]> => {
  const secrets = await listLive(
    db,
    { projectId: project.id, kind: 'wallet_challenge', subject: subjectOf(wallet) },
    now,
  )
  return secrets.map(({ hash, payload }) => {
    const read = payloadSchema.parse(payload)
    return { ...read, hash, isOfSession: 'sessionId' in read.for }
  })
}

/** The challenges that a signature of a wallet may answer in this session or browser, the likelier ones first. */
export const challengesOf = async (db: Database, asking: Asking, wallet: Wallet): Promise<Challenge[]> => {
  const { session, request } = asking
  const isForThisOne = ({ for: whose }: Challenge): boolean =>
    'sessionId' in whose
      ? whose.sessionId === session?.id
      : whose.origin === request.origin && whose.userAgent === request.userAgent
  const found = (await listChallenges(db, asking, wallet)).filter(
    challenge => isForThisOne(challenge) && challenge.notBefore <= request.now,
  )
  // A browser may come back from another network address, but that is rare.
  const rank = ({ asker }: Challenge): number => (asker === request.address ? 0 : 1)
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostCompared)
}
