import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { ConfigurationError } from '@corroborate/server-kit/operator-error'

/** The row of a sealed value. It is authenticated as associated data: a sealed value opens only in its own row. */
export type SealedRow = { table: string; projectId: string; id: string }

/** Encrypts secrets that must be readable again. */
export type Sealer = {
  /** `sealed-1.KEY.…`, different each time, under the newest secret. */
  seal: (text: string, row: SealedRow) => string
  /** @throws Error when the value was sealed for another row, under an unknown secret, altered, or never sealed. */
  open: (sealed: string, row: SealedRow) => string
  /** Derives 43 characters deterministically from `text`, unpredictable without the newest secret. */
  derive: (text: string) => string
  /** Prefixes of values that can be opened, that of new values first. */
  prefixes: readonly string[]
}

/** Prefix of every sealed value, of any version. No plain value starts with it. */
export const sealedMark = 'sealed-'

/** Version 1: AES-256-GCM, its 96-bit nonce and 128-bit tag before and behind the text. */
const version = `${sealedMark}1.`
const nonceSize = 12
const tagSize = 16

const derive = (secret: string, purpose: string, size: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `corroborate identity sealing 1 ${purpose}`, size))

const prefixOf = (secret: string): string => `${version}${derive(secret, 'name', 8).toString('hex')}.`

const belonging = ({ table, projectId, id }: SealedRow): Buffer => Buffer.from(JSON.stringify([table, projectId, id]))

/** A sealer that seals under the first secret and opens under all of them. Two values are never sealed under one nonce: it is random. */
export const createSealer = (secrets: readonly string[]): Sealer => {
  const keys = new Map(secrets.map(secret => [prefixOf(secret), derive(secret, 'key', 32)] as const))
  const [newest] = keys.keys()
  const [newestSecret] = secrets
  if (newest === undefined || newestSecret === undefined) throw new TypeError('No encryption secret is configured.')
  const keyOf = (prefix: string): Buffer => {
    const key = keys.get(prefix)
    if (key === undefined)
      throw new ConfigurationError(
        'A value was encrypted with a different secret. Set IDENTITY_SECRET to the original secret.',
      )
    return key
  }

  const derivingKey = derive(newestSecret, 'derive', 32)

  return {
    prefixes: [...keys.keys()],

    derive: text => createHmac('sha256', derivingKey).update(text).digest('base64url'),

    seal: (text, row) => {
      const nonce = randomBytes(nonceSize)
      const cipher = createCipheriv('aes-256-gcm', keyOf(newest), nonce)
      cipher.setAAD(belonging(row))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return newest + sealed.toString('base64url')
    },

    open: (sealed, row) => {
      const end = sealed.lastIndexOf('.') + 1
      const key = keyOf(sealed.slice(0, end))
      const bytes = Buffer.from(sealed.slice(end), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceSize), { authTagLength: tagSize })
      decipher.setAAD(belonging(row))
      decipher.setAuthTag(bytes.subarray(-tagSize))
      const text = decipher.update(bytes.subarray(nonceSize, -tagSize))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}
