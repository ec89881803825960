import { openDatabase } from '@corroborate/server-kit/database'
import { readSettings } from '@corroborate/server-kit/settings'
import { freePort } from '@corroborate/server-kit/testing/server'
import { TOTP } from 'otpauth'
import { buildIdentityIfChanged } from '../identity/build-if-changed.ts'
import { databaseOf } from '../identity/database-of.ts'
import { addManyUsers } from '../identity/testing/many-users/index.ts'
import { type Engine, onBothEngines } from './on-both-engines.ts'
import { administer, type ProjectView, startProvider, type Variables } from './our-servers.ts'
import { send } from './routes.ts'
import { budget, type Row, type Run } from './row.ts'
import { median } from './statistics.ts'

const users = 100_000
/** For a page of users, in ms. */
const most = 100

/** Comes in as an administrator, by an invitation and a new authenticator app. Gives the cookie of the session. */
const enter = async (origin: string, variables: Variables): Promise<string> => {
  const { link } = await administer<{ link: string }>(variables, ['admin', 'add', 'ada@example.org', '--role', 'owner'])
  let cookie = ''
  const post = async (path: string, values: Record<string, string>): Promise<string> => {
    const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers,
      body: new URLSearchParams(values),
      redirect: 'manual',
    })
    for (const set of answer.headers.getSetCookie())
      if (set.startsWith('console_session=')) cookie = set.split(';')[0] ?? ''
    return answer.text()
  }
  await post('/console/sign-in/link', { token: new URL(link).searchParams.get('token') ?? '' })
  const [, secret = ''] = /<dt>Key<\/dt><dd><code>([A-Z2-7]+)/.exec(await post('/console/second/app', {})) ?? []
  await post('/console/second/code', { code: new TOTP({ secret }).generate() })
  return cookie
}

const measure = async ({ name, variables }: Engine, quick: boolean): Promise<Row[]> => {
  const port = String(await freePort())
  const all = { ...variables, IDENTITY_PORT: port, IDENTITY_ORIGIN: `http://localhost:${port}` }
  const provider = await startProvider(all)
  try {
    const [project] = await administer<ProjectView[]>(provider.variables, ['project', 'list'])
    const db = await openDatabase<never>({ ...databaseOf(readSettings(all)), now: Date.now })
    await addManyUsers(db as never, project?.project_id ?? '', users)
    await db.destroy()
    const cookie = await enter(provider.origin, provider.variables)
    const place = Buffer.from(JSON.stringify(['age', [1_050, 'user-test-many-50500']])).toString('base64url')
    const queries = ['', `?after=${place}`, '?q=person4', '?q=%2B447000', '?q=lovelace', '?q=Ada%20Lovelace']
    const medians: number[] = []
    for (const query of queries) {
      const took: number[] = []
      for (let n = 0; n < (quick ? 5 : 50); n++) {
        const url = `${provider.origin}/console/projects/${project?.public_token}/users${query}`
        const began = performance.now()
        const { status, text } = await send({ method: 'GET', url, headers: { cookie, accept: 'text/html' } })
        took.push(performance.now() - began)
        if (status !== 200 || !text.includes('user-test-many-')) throw new Error(`A page of users answered ${status}.`)
      }
      medians.push(median(took))
    }
    const worst = Math.max(...medians)
    return [
      budget({
        name: `A page of ${users.toLocaleString('en-US')} users in the console, ${name}`,
        felt: 'Administrators look for somebody among many.',
        figure: `${worst.toFixed(1)} ms`,
        limit: `≤ ${most} ms`,
        isMet: worst <= most,
        note: 'The slowest median of the first page, one deep inside, and searches by address, number and name.',
      }),
    ]
  } finally {
    await provider.stop()
  }
}

export const run: Run = async ({ quick }) => {
  await buildIdentityIfChanged()
  return onBothEngines('Pages of users in the console', engine => measure(engine, quick))
}
