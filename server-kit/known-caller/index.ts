import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { makeSecretFile, readSecretFile } from '../secret-file/index.ts'
import type { Settings } from '../settings/index.ts'

/** Header with the client on whose behalf one of our servers calls another. Pages cannot send it, because CORS does not allow it. */
export const callerHeader = 'Corroborate-Caller'

/** Client address and request, so that a signature is valid for no other request. */
export type MadeFor = { address: string; method: string; path: string }

/** Writes the header's value. */
export type SignCall = (call: MadeFor) => string

/** Verifies the header and returns the client's address; null unless one of our servers has just signed it. */
export type ReadCaller = (value: string, request: Omit<MadeFor, 'address'>) => string | null

/** Epoch milliseconds. */
type Clock = () => number

/** Maximum clock skew plus transit time, in ms. */
const longestAgo = 60_000

const form = /^(\d{1,16}) (\S{1,64}) ([\w-]{43})$/

const signature = (secret: string, at: number, { address, method, path }: MadeFor): Buffer =>
  createHmac('sha256', secret).update([at, address, method, path].join('\n')).digest()

/** Signs under the first secret. */
export const createSignCall = ([secret = '']: readonly string[], now: Clock): SignCall => {
  if (secret === '') throw new TypeError('Calls cannot be signed without a secret.')
  return call => {
    const at = now()
    return `${at} ${call.address} ${signature(secret, at, call).toString('base64url')}`
  }
}

/** Accepts signatures with any of the secrets, made within a minute. */
export const createReadCaller =
  (secrets: readonly string[], now: Clock): ReadCaller =>
  (value, { method, path }) => {
    const [, time = '', address = '', given = ''] = form.exec(value) ?? []
    const at = Number(time)
    if (time === '' || Math.abs(now() - at) > longestAgo || (isIP(address) === 0 && address !== 'unknown')) return null
    const found = Buffer.from(given, 'base64url')
    const isSigned = secrets.some(secret => {
      const wanted = signature(secret, at, { address, method, path })
      return wanted.length === found.length && timingSafeEqual(wanted, found)
    })
    return isSigned ? address : null
  }

/**
 * The secrets that our servers sign calls to each other with: those of CALLER_SECRET or, without it, of the file in the data
 * folder, which is made by whichever server starts first.
 * @throws OperatorError when the file cannot be read or made.
 */
export const openCallerSecrets = ({ callers: { secrets, secretFile } }: Pick<Settings, 'callers'>): string[] => {
  if (secrets.length > 0) return secrets.map(secret => secret.reveal())
  const kept = readSecretFile(secretFile)
  return kept.length > 0 ? kept : makeSecretFile(secretFile)
}
