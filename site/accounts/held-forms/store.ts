import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { deleteOlder, type Migration } from '@corroborate/server-kit/database'
import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { siteTables } from '../../kit/retention/index.ts'

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
const newSecret = (): string => randomBytes(32).toString('base64url')
const isSecret = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

/** Encrypts a form with the secret of a browser (AES-256-GCM), for one row: `id` is authenticated with it. */
const sealForm = (form: HeldForm, { id, secret }: { id: string; secret: string }): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(form), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts a form. Returns null for the secret of another browser, and for a row that was tampered with. */
const openForm = (text: string, { id, secret }: { id: string; secret: string }): HeldForm | null => {
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

export type HeldFormTables = {
  /** Forms submitted after their session had ended, encrypted with a secret that only the sender's browser has. Times in epoch ms. */
  held_forms: { id: string; sealed: string; held_at: number }
}

export const heldFormsMigration: Migration = {
  name: '2026-11-29-held-forms',
  async up(db) {
    await db.schema
      .createTable('held_forms')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('sealed', 'text', column => column.notNull())
      .addColumn('held_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('held_forms_by_time').on('held_forms').column('held_at').execute()
  },
}

/** The time (ms) that a form is kept for its sender to log in: longer than a magic link lives. */
const heldFor = siteTables.held_forms.ms

/** Stores a form, and deletes expired ones. */
const keepForm = async (
  db: Kysely<HeldFormTables>,
  { id, sealed }: { id: string; sealed: string },
  now: number,
): Promise<void> => {
  await sweepHeldForms(db, now)
  await db.insertInto('held_forms').values({ id, sealed, held_at: now }).execute()
}

/** Returns a form as it is stored; undefined when it has expired or was sent. */
const findForm = (db: Kysely<HeldFormTables>, id: string, now: number): Promise<{ sealed: string } | undefined> =>
  db
    .selectFrom('held_forms')
    .select('sealed')
    .where('id', '=', id)
    .where('held_at', '>', now - heldFor)
    .executeTakeFirst()

const dropForm = async (db: Kysely<HeldFormTables>, id: string): Promise<void> => {
  await db.deleteFrom('held_forms').where('id', '=', id).execute()
}

/** Deletes expired forms. */
export const sweepHeldForms = (db: Kysely<HeldFormTables>, now: number): Promise<void> =>
  deleteOlder(db, 'held_forms', { key: ['id'], age: 'held_at', before: now - heldFor + 1 })

/** Parameter that names a held form: of the page to continue with, and of the action of its form. */
export const heldFormParam = 'held_form'

const isId = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f-]{36}$/.test(text)

type Options = { secure: boolean; db: Kysely<HeldFormTables>; now: () => number }

/** The forms held for the browser of a request. The server cannot read them without the secret in its cookie. */
export const createHeldForms = ({ secure, db, now }: Options) => {
  // `__Host-` binds the cookie to this very host over TLS.
  const cookieName = secure ? '__Host-held-forms' : 'corroborate_held_forms'

  const secretOf = (c: Context): string | null => {
    const secret = cookieNamed(c.req.header('Cookie'), cookieName)
    return isSecret(secret) ? secret : null
  }

  return {
    /** Holds a form for the browser that sent it. @returns its id */
    hold: async (c: HttpContext, form: HeldForm): Promise<string> => {
      const id = randomUUID()
      const secret = secretOf(c) ?? newSecret()
      await keepForm(db, { id, sealed: sealForm(form, { id, secret }) }, now())
      const maxAge = heldFor / 1_000
      setCookie(c, cookieName, secret, { httpOnly: true, sameSite: 'Lax', secure, path: '/', maxAge })
      return id
    },

    /** Finds a form held for this browser; null for any other, and for one that has expired or was sent. */
    find: async (c: HttpContext, id: string | undefined): Promise<HeldForm | null> => {
      const secret = secretOf(c)
      const row = secret !== null && isId(id) ? await findForm(db, id, now()) : undefined
      return secret === null || row === undefined ? null : openForm(row.sealed, { id: id as string, secret })
    },

    /** Deletes a form, if it is held for this browser. */
    drop: async (c: HttpContext, id: string | undefined): Promise<void> => {
      const secret = secretOf(c)
      const row = secret !== null && isId(id) ? await findForm(db, id, now()) : undefined
      if (secret !== null && row !== undefined && openForm(row.sealed, { id: id as string, secret }) !== null)
        await dropForm(db, id as string)
    },

    /** Revokes this browser's access to its held form, as on logout: the next user may be someone else. */
    forget: (c: HttpContext): void => {
      if (secretOf(c) !== null) deleteCookie(c, cookieName, { path: '/', secure })
    },
  }
}

export type HeldForms = ReturnType<typeof createHeldForms>
