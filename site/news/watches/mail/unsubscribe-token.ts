import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature of ours is about, so that one made for something else is none. */
const purpose = 'corroborate unsubscribe 1'

const signature = (secret: string, person: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\n${person}`).digest()

/** The word in a mail by which its reader ends the mails, without a session: whose they are, signed under the first secret. */
export const writeUnsubscribeToken = ([secret = '']: readonly string[], person: string): string =>
  `${Buffer.from(person).toString('base64url')}.${signature(secret, person).toString('base64url')}`

/** Whose mails a word is about; null when none of our secrets has signed it. */
export const readUnsubscribeToken = (secrets: readonly string[], token: string): string | null => {
  const [, name = '', given = ''] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? []
  if (name === '') return null
  const person = Buffer.from(name, 'base64url').toString('utf8')
  const found = Buffer.from(given, 'base64url')
  const isOurs = secrets.some(secret => timingSafeEqual(signature(secret, person), found))
  return isOurs ? person : null
}
