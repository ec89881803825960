import { createHmac, timingSafeEqual } from 'node:crypto'

/** Domain separation of the signature. */
const purpose = 'corroborate unsubscribe 1'

const signature = (secret: string, person: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\n${person}`).digest()

/** Signs an unsubscribe token for a user with the first secret. It needs no session. */
export const writeUnsubscribeToken = ([secret = '']: readonly string[], person: string): string =>
  `${Buffer.from(person).toString('base64url')}.${signature(secret, person).toString('base64url')}`

/** Returns the user of an unsubscribe token; null if none of our secrets signed it. */
export const readUnsubscribeToken = (secrets: readonly string[], token: string): string | null => {
  const [, name = '', given = ''] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? []
  if (name === '') return null
  const person = Buffer.from(name, 'base64url').toString('utf8')
  const found = Buffer.from(given, 'base64url')
  const isOurs = secrets.some(secret => timingSafeEqual(signature(secret, person), found))
  return isOurs ? person : null
}
