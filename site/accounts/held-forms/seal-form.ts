import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** A form that was submitted after its session had ended. */
export type HeldForm = {
  /** Path and query that the form was sent to. */
  action: string
  /** Path of the page it was on. */
  page: string
  /** User id of the account that the page was made for; null where the form does not say. */
  account: string | null
  fields: readonly (readonly [name: string, value: string])[]
}

const heldForm = z.object({
  action: z.string(),
  page: z.string(),
  account: z.string().nullable(),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

const ivBytes = 12
const tagBytes = 16

/** A new secret for a browser: 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const isSecret = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

/** Encrypts a form with the secret of a browser (AES-256-GCM), for one row: `id` is authenticated with it. */
export const sealForm = (form: HeldForm, { id, secret }: { id: string; secret: string }): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(form), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts a form. Returns null for the secret of another browser, and for a row that was tampered with. */
export const openForm = (text: string, { id, secret }: { id: string; secret: string }): HeldForm | null => {
  try {
    const bytes = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    const opened = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    return heldForm.parse(JSON.parse(opened.toString('utf8')))
  } catch {
    return null
  }
}

const keyOf = (secret: string): Buffer => createHash('sha256').update(`held form ${secret}`).digest()
