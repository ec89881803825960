import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { freePort } from '@corroborate/server-kit/testing/server'
import { passwords } from '@corroborate/wire/passwords'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { siteDatabaseFile } from '../site/app/migrations.ts'
import { inNewFolder } from './in-new-folder.ts'
import { administer, type ProjectView, requestSdk, startProvider, startSite } from './our-servers.ts'
import { send } from './routes.ts'
import { budget, observation, type Run } from './row.ts'
import { median } from './statistics.ts'

const waiting = 1_000
/** Beside the queue when nothing waits, in ms. */
const mostMore = 100
const moderator = { email: 'mo@example.org', password: 'lantern-gravel-opus-41' }

/** Adds pending notes as visitors submit them, each with its spam signals. */
const addNotes = (file: string): void => {
  const db = new DatabaseSync(file)
  const note = db.prepare(
    `insert into notes (id, doi, writer, signed_in, author, content, likeness, written_at)
     values (?, '10.1177/0956797610383437', ?, 0, 'A reader', ?, ?, ?)`,
  )
  const item = db.prepare(
    `insert into moderation_items (kind, id, doi, writer, status, version, signals, score, waiting_since)
     values ('comment', ?, '10.1177/0956797610383437', ?, 'pending', 1, '[{"words":"one link","weight":1}]', ?, ?)`,
  )
  const text = 'The link to the data of Study 1 is dead; a copy is at https://osf.io/abc12, see also 10.1038/171737a0. '
  db.exec('begin immediate')
  for (let n = 0; n < waiting; n++) {
    note.run(`bench-${n}`, `visitor:${n}`, `${n}. ${text.repeat(3)}`, `${n}`, n)
    item.run(`bench-${n}`, `visitor:${n}`, n % 7, n)
  }
  db.exec('commit')
  db.close()
}

export const run: Run = async ({ quick }) => {
  await buildSiteIfChanged()
  return inNewFolder(async folder => {
    const [identityPort, sitePort] = [await freePort(), await freePort()]
    const origins = {
      IDENTITY_ORIGIN: `http://localhost:${identityPort}`,
      SITE_ORIGIN: `http://localhost:${sitePort}`,
    }
    const variables = {
      DATA_DIR: folder,
      ...origins,
      IDENTITY_PORT: String(identityPort),
      PORT: String(sitePort),
    }
    const provider = await startProvider(variables)
    const site = await startSite(variables)
    try {
      const [project] = await administer<ProjectView[]>(provider.variables, ['project', 'list'])
      const body = { ...moderator, session_duration_minutes: 60 }
      const { session_token } = await requestSdk<{ session_token: string }>(
        provider.origin,
        project?.public_token ?? '',
        passwords.create,
        { body },
      )
      await administer(provider.variables, ['user', 'role', 'add', moderator.email, 'moderator'])
      const headers = { accept: 'text/html', cookie: `corroborate_session=${session_token}.` }

      const measure = async (): Promise<{ took: number; weight: number; page: string }> => {
        const took: number[] = []
        let page = ''
        for (let n = 0; n < (quick ? 10 : 100); n++) {
          const began = performance.now()
          const { status, text } = await send({ method: 'GET', url: `${site.origin}/moderate`, headers })
          if (status !== 200) throw new Error(`The queue answered ${status}.`)
          took.push(performance.now() - began)
          page = text
        }
        return { took: median(took), weight: gzipSync(page, { level: 4 }).byteLength, page }
      }
      await measure()
      const empty = await measure()
      addNotes(join(folder, siteDatabaseFile))
      const full = await measure()
      if (!full.page.includes('comment-bench-0')) throw new Error('The queue does not show what waits.')
      const more = full.took - empty.took
      const name = `/moderate with ${waiting.toLocaleString('en-US')} notes waiting`
      return [
        budget({
          name: `${name}, beside an empty queue`,
          felt: 'Moderators open their queue when much waits.',
          figure: `+${more.toFixed(1)} ms`,
          limit: `≤ +${mostMore} ms`,
          isMet: more <= mostMore,
          note: `Median ${full.took.toFixed(1)} ms against ${empty.took.toFixed(1)} ms, the provider asked for the role each time.`,
        }),
        observation(
          `${name}, weight`,
          `${(full.weight / 1_000).toFixed(1)} KB`,
          `HTML, gzip as it is sent; ${(empty.weight / 1_000).toFixed(1)} KB when nothing waits`,
        ),
      ]
    } finally {
      await site.stop()
      await provider.stop()
    }
  })
}
