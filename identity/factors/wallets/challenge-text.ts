import type { cryptoWallets } from '@corroborate/wire/crypto-wallets'
import type { BodyOf } from '@corroborate/wire/types'
import type { Wallet } from './store.ts'

/** Validated SIWE parameters from the page. */
export type SiweParams = NonNullable<BodyOf<typeof cryptoWallets.authenticateStartPrimary>['siwe_params']>

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
export const defaultChain = '1'
