import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailsTo } from '@corroborate/server-kit/testing/mailbox'
import { findPostgres } from '@corroborate/server-kit/testing/schemas'
import { runCommand } from '@corroborate/server-kit/testing/server'
import { jwksPath } from '@corroborate/wire/session-jwt'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { productAt } from '../../site/testing/index.ts'
import { personOf } from '../release/testing/index.ts'
import { missingForNodes, type Nodes, startNodes } from './index.ts'

// Two sites and two providers on one PostgreSQL and one Redis behind one proxy: changes on one node are visible on the other.

const postgres = await findPostgres()
const missing = postgres.url === null ? 'no PostgreSQL' : missingForNodes()
const paper = '10.48550/arxiv.1706.03762'

/** Decodes a part of a JWT without verification: header (0) or claims (1). */
const partOf = (jwt: string, part: 0 | 1): { kid?: string; aud?: string | string[] } =>
  JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString())

/** The address of an empty schema, which is dropped when the run ends. */
const newSchema = async (): Promise<string> => {
  const url = new URL(postgres.url ?? '')
  const name = `${inject('schemaPrefix')}${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create schema ${name}`)
  await client.end()
  url.searchParams.set('options', `-c search_path=${name}`)
  return url.href
}

describe.skipIf(missing !== null)(`several nodes${missing === null ? '' : ` (${missing})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'nodes-'))
  let nodes: Nodes
  beforeAll(async () => {
    const databases = { DATABASE_URL: await newSchema(), IDENTITY_DATABASE_URL: await newSchema() }
    nodes = await startNodes(folder, databases)
  })
  afterAll(async () => {
    await nodes?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Combination of one site and one provider by number, without the proxy. */
  const through = (site: 0 | 1, identity: 0 | 1) =>
    productAt({ origin: nodes.sites[site].at, identity: nodes.identities[identity].at })
  const votesAt = async (site: 0 | 1) => {
    const { votes } = (await (await fetch(`${nodes.sites[site].at}/api/v1/papers/${paper}`)).json()) as {
      votes: object
    }
    return votes
  }

  const tallyAt = async (site: 0 | 1) => {
    const page = await (await fetch(`${nodes.sites[site].at}/${paper}`)).text()
    const sides = /class="tally-sides">(.*?)<\/p>/s.exec(page)?.[1] ?? ''
    return [...sides.matchAll(/<span>(.*?)<\/span>/g)].map(([, side = '']) => side.replaceAll('<!-- -->', ''))
  }

  test('a session started on one node is valid on the others and ends on all', async () => {
    const { token } = await through(0, 0).newSession('ada@example.org')
    const cookie = `corroborate_session=${token}.`
    const dashboard = (site: 0 | 1) =>
      fetch(`${nodes.sites[site].at}/dashboard`, { headers: { cookie }, redirect: 'manual' })
    for (const site of [0, 1] as const) await expect.poll(async () => (await dashboard(site)).status).toBe(200)
    const renewed = await through(0, 1).sdk('/sessions/authenticate', { session_duration_minutes: 60 }, token)
    expect(renewed).toHaveProperty('session_token', token)
    await through(0, 1).sdk('/sessions/revoke', {}, token)
    for (const site of [0, 1] as const) await expect.poll(async () => (await dashboard(site)).status).not.toBe(200)
  })

  test('votes and drafts are visible on the other node at once', async () => {
    const ada = await personOf(through(0, 1), 'vera@example.org')
    const ben = await personOf(through(1, 0), 'ben@example.org')
    await ada.send(`/${paper}/vote`, { voteType: 'upvote' })
    await expect.poll(() => votesAt(1)).toMatchObject({ reliable: 1, unreliable: 0 })
    await ben.send(`/${paper}/vote`, { voteType: 'downvote' })
    await expect.poll(() => votesAt(0)).toMatchObject({ reliable: 1, unreliable: 1 })
    // A page that visitors share is made anew every second.
    for (const site of [0, 1] as const) await expect.poll(() => tallyAt(site)).toEqual(['1 reliable', '1 not reliable'])

    const { token } = await through(1, 1).newSession('vera@example.org')
    const elsewhere = { cookie: `corroborate_session=${token}.` }
    const kept = await fetch(`${nodes.sites[0].at}/${paper}/reproduce`, {
      method: 'POST',
      headers: {
        ...elsewhere,
        accept: 'application/json',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ draft: { at: 1, step: 1, entries: { approach: 'As node one has it' } } }),
    })
    expect(kept.status, await kept.text()).toBe(200)
    const shown = await fetch(`${nodes.sites[1].at}/${paper}/reproduce`, { headers: elsewhere })
    expect(await shown.text()).toContain('As node one has it')
  })

  test('rate limits are shared, and one-time actions happen once', async () => {
    const ask = (identity: 0 | 1, email: string): Promise<boolean> =>
      through(0, identity)
        .sdk('/magic_links/email/login_or_create', { email })
        .then(
          () => true,
          () => false,
        )
    /** Requests sixteen mails to a new address on both providers and returns the number allowed. */
    const allowed = async (email: string): Promise<number> => {
      const answers: boolean[] = []
      for (let turn = 0; turn < 8; turn++) answers.push(...(await Promise.all([ask(0, email), ask(1, email)])))
      return answers.filter(Boolean).length
    }
    // One that counts alone would allow all of them. Where Redis takes long to answer a node does count alone, so that it may take another try.
    let address = ''
    let tries = 0
    const tried = () => {
      address = `many-${tries++}@example.org`
      return allowed(address)
    }
    await expect.poll(tried).toBe(10)
    const mailed = () => mailsTo(path => fetch(`${nodes.identities[0].at}${path}`), address)
    await expect.poll(async () => (await mailed()).length).toBe(10)
    const idle = async () =>
      (await (await fetch(`${nodes.identities[0].at}/metrics`)).text()).includes('outbox_waiting_jobs 1\n')
    // The next sweep waits always.
    await expect.poll(idle).toBe(true)
    expect(await mailed()).toHaveLength(10)
  })

  test('keys are rotated while all nodes serve', async () => {
    const { token } = await through(0, 0).newSession('kim@example.org')
    const at = (identity: 0 | 1) => nodes.identities[identity].at
    const jwt = async (identity: 0 | 1) =>
      String(
        (await through(0, identity).sdk('/sessions/authenticate', { session_duration_minutes: 60 }, token)).session_jwt,
      )
    const signing = async (identity: 0 | 1) => partOf(await jwt(identity), 0).kid
    const [project = ''] = [partOf(await jwt(0), 1).aud].flat()
    const published = async (identity: 0 | 1): Promise<string[]> => {
      const { keys } = (await (await fetch(at(identity) + jwksPath(project))).json()) as { keys: { kid: string }[] }
      return keys.map(({ kid }) => kid)
    }
    const rotate = async (...words: string[]): Promise<string> => {
      const cli = join(import.meta.dirname, '../../identity/cli.ts')
      const printed = await runCommand(cli, ['keys', 'rotate', '--json', ...words], {
        ...nodes.settings,
        DATA_DIR: folder,
      })
      return JSON.parse(printed).kid
    }
    const isIn = async (site: 0 | 1, identity: 0 | 1) => {
      const headers = { cookie: `corroborate_session=${token}.${await jwt(identity)}` }
      return (await fetch(`${nodes.sites[site].at}/dashboard`, { headers, redirect: 'manual' })).status === 200
    }

    const first = await signing(0)
    const rotated = Date.now()
    const second = await rotate()
    for (const identity of [0, 1] as const) {
      expect(await published(identity)).toEqual([second, first])
      const kid = await signing(identity)
      // On a machine that is so slow that the minute is over, the new one may sign.
      expect(Date.now() - rotated < 55_000 ? [first] : [first, second]).toContain(kid)
    }
    const third = await rotate('--revoke-old')
    for (const identity of [0, 1] as const) {
      await expect.poll(() => signing(identity)).toBe(third)
      expect(await published(identity)).toEqual([third])
      for (const site of [0, 1] as const) await expect.poll(() => isIn(site, identity)).toBe(true)
    }
  })

  /** Suspends two nodes until the returned function is called, without the proxy marking them down. */
  const hold = (servers: readonly { pid: number | undefined }[]): (() => void) => {
    const signal = (name: NodeJS.Signals) => {
      for (const { pid } of servers) if (pid !== undefined) process.kill(pid, name)
    }
    signal('SIGSTOP')
    let isHeld = true
    return () => {
      if (isHeld) signal('SIGCONT')
      isHeld = false
    }
  }
  /** Capacity of the two nodes plus the proxy's queue. Further requests are rejected. */
  const places = 2 * 60 + 100

  test('the proxy rejects excess searches with a message, without affecting readers', async () => {
    const release = hold(nodes.sites.map(({ server }) => server))
    onTestFinished(release)
    const search = (accept: string) => fetch(`${nodes.site}/search?q=otters`, { headers: { accept } })
    const crowd = Array.from({ length: places + 20 }, () => search('application/json'))
    const refused = await Promise.any(crowd)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toEqual({ error: 'Search service is currently unavailable.' })
    expect(refused.headers.get('retry-after')).toBe('2')
    const page = await search('text/html,*/*')
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<h1>Search service is currently unavailable.</h1>')
    const reader = fetch(`${nodes.site}/${paper}`)
    release()
    expect((await reader).status).toBe(200)
    // They come from one address, which has a limit of its own.
    const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status))
    expect(statuses).toContain(200)
    expect([...statuses].filter(status => ![200, 429, 503].includes(status))).toEqual([])
  })

  test('excess session checks are rejected with a readable error while sign-in continues', async () => {
    const release = hold(nodes.identities.map(({ server }) => server))
    onTestFinished(release)
    const origin = nodes.site
    const ask = (method: string) =>
      fetch(`${nodes.identity}/sdk/v1/sessions/authenticate`, {
        method,
        headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'POST' }) },
      })
    const crowd = Array.from({ length: places + 20 }, () => ask('POST'))
    const refused = await Promise.any(crowd)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ status_code: 503, error_type: 'server_unavailable' })
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
    expect(refused.headers.get('access-control-allow-credentials')).toBe('true')
    const preflight = ask('OPTIONS')
    const other = fetch(`${nodes.identity}/sdk/v1/magic_links/email/login_or_create`, { method: 'POST' })
    release()
    expect((await preflight).status).toBe(204)
    expect((await other).status).toBe(401)
    await Promise.all(crowd)
  })

  test('stopping one node of each server causes no errors', async () => {
    const got = new Map<string, number>()
    let hasLeft = false
    const read = async (path: string): Promise<void> => {
      while (!hasLeft) {
        const status = await fetch(path).then(
          answer => answer.arrayBuffer().then(() => String(answer.status)),
          error => String(error.cause ?? error),
        )
        got.set(status, (got.get(status) ?? 0) + 1)
        await sleep(20)
      }
    }
    const readers = [`${nodes.site}/${paper}`, `${nodes.identity}/health/live`].map(read)
    onTestFinished(() => {
      hasLeft = true
    })
    await Promise.all([nodes.sites[1].server.stop(), nodes.identities[1].server.stop()])
    hasLeft = true
    await Promise.all(readers)
    expect([...got.keys()]).toEqual(['200'])
    expect((await fetch(`${nodes.site}/${paper}`)).status).toBe(200)
  })
})
