import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'

/** The header in which a server of ours says who it calls another one for. Browsers cannot send it to us from a page: CORS does not allow it. */
export const callerHeader = 'Corroborate-Caller'

/** Who a call is made for, and which call it is, so that a signature is good for no other. */
export type MadeFor = { address: string; method: string; path: string }

/** Writes the header's value. */
export type SignCall = (call: MadeFor) => string

/** Reads the header's value: the address of who the call is made for; null when no server of ours has just written it. */
export type ReadCaller = (value: string, request: Omit<MadeFor, 'address'>) => string | null

/** Epoch milliseconds. */
type Clock = () => number

/** How far the clocks of two servers may be apart, and how long a call may be on its way, in ms. */
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

/** Believes what was signed under any of the secrets, within a minute. */
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
