import { passwords } from '@corroborate/wire/passwords'
import { administer, type ProjectView, type Provider, requestSdk } from './our-servers.ts'
import { openRowCopies } from './row-copies.ts'

/** Users of one project with one session each, as they are after an hour of use. */
export type OurSessions = {
  publicToken: string
  /** Signing algorithm of the session JWTs. */
  algorithm: string
  /** Numbers `from` to before `to`. */
  add: (from: number, to: number) => Promise<void>
  close: () => Promise<void>
}

/** A project of its own, made with these flags of `npm run identity -- project create`. @throws when it does not know a flag */
export const newProject = async ({ variables }: Provider, flags: readonly string[] = []): Promise<string> => {
  const { public_token } = await administer<ProjectView>(variables, ['project', 'create', 'Bench', ...flags])
  return public_token
}

const sinceLastCall = 180_000

/** The session that is copied is made by signing up; the copies have been quiet for three minutes, as clients are. */
export const openOurSessions = async (
  provider: Provider,
  place: { file: string } | { url: string },
  publicToken: string,
): Promise<OurSessions> => {
  const signUp = {
    email: `first@${publicToken}.example`,
    password: 'lantern-gravel-opus-41',
    session_duration_minutes: 60,
  }
  const { user_id, session_jwt } = await requestSdk<{ user_id: string; session_jwt: string }>(
    provider.origin,
    publicToken,
    passwords.create,
    {
      body: signUp,
    },
  )
  const head = Buffer.from(session_jwt.split('.')[0] ?? '', 'base64url').toString()
  const copies = await openRowCopies(place)
  const where = `user_id = '${user_id}'`
  const id = (kind: string) => `'${kind}-${publicToken}-' || i`
  return {
    publicToken,
    algorithm: (JSON.parse(head) as { alg: string }).alg,
    close: copies.close,
    add: async (from, to) => {
      const user_id = id('user')
      await copies.copy({ table: 'users', where, set: { user_id } }, from, to)
      const email = { user_id, email_id: id('email'), email: `'person' || i || '@example.org'` }
      await copies.copy({ table: 'user_emails', where, set: email }, from, to)
      const session = {
        user_id,
        session_id: id('session'),
        token_hash: 'hash_of(token_of(i))',
        last_accessed_at: `last_accessed_at - ${sinceLastCall}`,
        started_at: `started_at - ${sinceLastCall}`,
      }
      await copies.copy({ table: 'sessions', where, set: session }, from, to)
    },
  }
}
