import { createHmac, timingSafeEqual } from 'node:crypto'

// Signed calls to an application, as https://www.standardwebhooks.com describes them, so that applications of others can
// check them with a library.

/** Maximum clock skew plus transit time, in ms. */
const longestAgo = 5 * 60_000

/** The key that calls to one receiver are signed under: no receiver learns anything of the secret, or of another's key. */
export const webhookKeyOf = (secret: string, receiver: string): Buffer =>
  createHmac('sha256', secret).update(`webhooks to ${receiver}`).digest()

/** A key as receivers are given it. */
export const webhookSecretOf = (key: Buffer): string => `whsec_${key.toString('base64')}`

const signature = (key: Buffer, id: string, seconds: string, body: string): Buffer =>
  createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest()

/**
 * The headers of a call.
 * @param id the same in every attempt
 * @param now epoch ms
 */
export const signWebhook = (
  key: Buffer,
  { id, body }: { id: string; body: string },
  now: number,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => {
  const seconds = String(Math.floor(now / 1_000))
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature(key, id, seconds, body).toString('base64')}`,
  }
}

/** True if a request was signed with one of our keys within the last minutes. */
export type ReadWebhook = (headers: Pick<Headers, 'get'>, body: string) => boolean

export const createReadWebhook =
  (keys: readonly Buffer[], now: () => number): ReadWebhook =>
  (headers, body) => {
    const id = headers.get('webhook-id') ?? ''
    const seconds = headers.get('webhook-timestamp') ?? ''
    if (id === '' || !/^\d{1,12}$/.test(seconds) || Math.abs(now() - Number(seconds) * 1_000) > longestAgo) return false
    // While keys are changed, a call may carry a signature of each.
    const given = (headers.get('webhook-signature') ?? '')
      .split(' ', 8)
      .filter(text => text.startsWith('v1,'))
      .map(text => Buffer.from(text.slice('v1,'.length), 'base64'))
    return keys.some(key => {
      const wanted = signature(key, id, seconds, body)
      return given.some(each => each.length === wanted.length && timingSafeEqual(each, wanted))
    })
  }
