import type { Kysely } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import { type AppTables, appUnderTest, startIdentityProvider } from '../../../testing/index.ts'
import type { ModerationTables } from '../../moderation/index.ts'
import type { PaperNotes } from '../rules.ts'
import type { NoteTables } from '../store.ts'

/** The tables that tests of notes look into. */
export type NoteTestTables = AppTables & NoteTables & ModerationTables & ActivityTables

/** The paper that notes are about, and one of them. */
export const doi = '10.1000/notes.1'
export const exampleNote = { author: 'Ada', content: 'The link to the data is dead; a copy is at OSF.' }
export const page = { accept: 'text/html' }

/** The site with note authors and a moderator. */
export const notesUnderTest = async (
  db: Kysely<NoteTestTables>,
  settings: Record<string, string> = { LIMITS_SCALE: '1000' },
) => {
  const provider = await startIdentityProvider()
  onTestFinished(() => provider.close())
  const { app, origin } = appUnderTest({
    db,
    identity: provider.origin,
    settings,
    now: () => provider.clock.now,
    everybodyWorks: true,
  })
  const { token } = provider.signIn(provider.addUser('mo@example.org', { roles: ['moderator'] }))
  const ask = (path: string, headers: Record<string, string> = {}, body?: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return app.request(origin + path, {
      headers: {
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
      ...(body !== undefined && { method: 'POST', body: text }),
    })
  }
  const reader = (name: string) => ({ cookie: `visitor=${name.padStart(22, 'x')}` })
  const signedIn = (email: string, more = {}) => {
    const user = provider.addUser(email, more)
    const session = provider.signIn(user)
    return { user, session, headers: { cookie: `corroborate_session=${session.token}.` } }
  }
  const send = (body: object | string, headers: Record<string, string> = reader('ada'), paper = doi) =>
    ask(`/${paper}/comment`, headers, body)
  /** Sends a note and gives its id. */
  const write = async (body: object = exampleNote, headers: Record<string, string> = reader('ada')) => {
    const answer = await send(body, headers)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { id: string }).id
  }
  const decide = (id: string, body: object) =>
    ask(`/moderate/comment/${id}`, { cookie: `corroborate_session=${token}.` }, body)
  const read = async (headers: Record<string, string> = {}) => {
    // Shared pages are cached for a second.
    provider.clock.now += 1_000
    const shown = (await (await ask(`/${doi}`, { ...page, ...headers })).json()) as {
      model: { sections: { notes: PaperNotes } }
    }
    return shown.model.sections.notes
  }
  return { provider, db, ask, reader, signedIn, send, write, decide, read }
}
