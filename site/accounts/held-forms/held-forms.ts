import { randomUUID } from 'node:crypto'
import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { Kysely } from 'kysely'
import { type HeldForm, isSecret, newSecret, openForm, sealForm } from './seal-form.ts'
import { dropForm, findForm, type HeldFormTables, heldFor, keepForm } from './store.ts'

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
