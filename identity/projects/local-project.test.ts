import { readSettings } from '@corroborate/server-kit/settings'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Database, Tables } from '../platform/database/index.ts'
import { ensureProjectOfSite, makeProjectOfSite, type ProjectConfig, updateProject } from './index.ts'

const local = 'http://localhost:5000'
const papers = 'https://papers.example.org'
const pagesOf = (origin: string) => [`${origin}/`, `${origin}/authenticate`, `${origin}/reset-password`]

const start = async (db: Database, SITE_ORIGIN: string) => {
  const { project, warnings } = await ensureProjectOfSite(db, readSettings({ SITE_ORIGIN }), 1)
  return { ...project, warnings }
}
const settings = readSettings({})

describeStore<Tables>('the project of the site', migrations, open => {
  test('the site’s project is created with its origin and pages and unchanged by the next start', async () => {
    const db = await open()
    const made = await start(db, local)
    expect(made).toMatchObject({ allowedOrigins: [local], redirectUrls: { login: pagesOf(local) }, warnings: [] })
    expect(await start(db, local)).toEqual(made)
  })

  test('the site’s project follows it to another port and drops the old one', async () => {
    const db = await open()
    for (let port = 6000; port < 6120; port++) await start(db, `http://localhost:${port}`)
    const moved = await start(db, 'http://localhost:8080')
    expect(moved).toMatchObject({
      allowedOrigins: ['http://localhost:8080'],
      redirectUrls: { login: pagesOf('http://localhost:8080'), signup: pagesOf('http://localhost:8080') },
      warnings: [],
    })
  })

  test('user events go to the site, unless configured elsewhere or disabled', async () => {
    const db = await open()
    const told = async (origin: string) => (await start(db, origin)).userEventsUrl
    const set = (userEventsUrl: string | null) =>
      updateProject(db, settings.identity.publicToken, () => ({ config: { userEventsUrl } }), 1)
    expect(await told(local)).toBe(`${local}/webhooks/identity`)
    expect(await told(papers)).toBe(`${papers}/webhooks/identity`)
    for (const wish of ['http://127.0.0.1:9000/told', null]) {
      await set(wish)
      expect(await told('https://moved.example.org')).toBe(wish)
      expect(await told(papers)).toBe(wish)
    }
  })

  test('the consent page is the site’s, unless an operator sets another or none', async () => {
    const db = await open()
    const ledTo = async (origin: string) => (await start(db, origin)).authorizeUrl
    const set = (config: Partial<ProjectConfig>) =>
      updateProject(db, settings.identity.publicToken, () => ({ config }), 1)
    expect(await ledTo(local)).toBe(`${local}/oauth/authorize`)
    // As in projects of earlier versions, and those whose page was set by an earlier start.
    await set({ authorizeUrl: null })
    expect(await ledTo(local)).toBe(`${local}/oauth/authorize`)
    expect(await ledTo(papers)).toBe(`${papers}/oauth/authorize`)
    for (const authorizeUrl of ['https://login.example.org/consent', null]) {
      await set({ authorizeUrl, authorizeUrlIsSet: true })
      expect(await ledTo('https://moved.example.org')).toBe(authorizeUrl)
      expect(await ledTo(papers)).toBe(authorizeUrl)
    }
  })

  test('moving to production removes localhost URLs and logs it', async () => {
    const db = await open()
    await start(db, local)
    const other = 'http://127.0.0.1:3000'
    const app = 'https://app.example.org'
    await updateProject(
      db,
      settings.identity.publicToken,
      project => ({
        config: {
          allowedOrigins: [...project.allowedOrigins, other, app],
          redirectUrls: { ...project.redirectUrls, login: [...project.redirectUrls.login, `${other}/in`, `${app}/in`] },
        },
      }),
      1,
    )
    const moved = await start(db, papers)
    expect(moved.allowedOrigins).toEqual([papers, app])
    expect(moved.redirectUrls).toEqual({
      login: [...pagesOf(papers), `${app}/in`],
      signup: pagesOf(papers),
      reset_password: pagesOf(papers),
    })
    expect(moved.warnings).toEqual([
      `The site has moved to ${papers}: its project no longer lets ${local}, ${other} call or links lead there. \`npm run identity -- project set\` allows one again.`,
    ])
    expect((await start(db, papers)).warnings).toEqual([])
  })

  test('URLs an operator allows after the move are kept', async () => {
    const db = await open()
    await start(db, papers)
    await updateProject(
      db,
      settings.identity.publicToken,
      ({ allowedOrigins }) => ({ config: { allowedOrigins: [...allowedOrigins, 'http://localhost:3000'] } }),
      1,
    )
    expect((await start(db, papers)).allowedOrigins).toEqual([papers, 'http://localhost:3000'])
  })

  test('a server started on localhost without its settings does not redirect the project there', async () => {
    const db = await open()
    const before = await start(db, papers)
    const after = await start(db, local)
    expect(after).toEqual({
      ...before,
      warnings: [
        `The project of the site belongs to ${papers}, so ${local} was not added to it: nobody can sign in there. ` +
          `Set SITE_ORIGIN; or, for a copy of the data on this machine, run \`npm run identity -- project set ${before.publicToken} --disallow-origin ${papers}\` and start again.`,
      ],
    })
    await updateProject(db, before.publicToken, () => ({ config: { allowedOrigins: [] } }), 1)
    expect(await start(db, local)).toMatchObject({ allowedOrigins: [local], redirectUrls: { login: pagesOf(local) } })
  })

  test('a project from a version without a stored origin also drops localhost URLs when it moves', async () => {
    const db = await open()
    const { publicToken } = await start(db, local)
    await updateProject(db, publicToken, () => ({ config: { siteOrigin: null } }), 1)
    expect(await start(db, papers)).toMatchObject({ allowedOrigins: [papers], warnings: [expect.any(String)] })
  })

  test('servers starting concurrently create one project, with scopes for assistants and moderators', async () => {
    const db = await open()
    const made = await Promise.all(
      [1, 2, 3].map(() => makeProjectOfSite(db, readSettings({ MAIL_FROM: 'a@mail.example.org' }), 1)),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made[0]).toMatchObject({
      name: 'Corroborate',
      environment: 'test',
      emailDomains: ['mail.example.org'],
      openid: { dynamicRegistration: true },
      rbac: {
        roles: [
          { role_id: 'stytch_user', permissions: [] },
          { role_id: 'moderator', permissions: [{ resource_id: 'notes', actions: ['moderate'] }] },
        ],
        resources: [{ resource_id: 'notes', actions: ['moderate'] }],
        scopes: [],
      },
    })
  })

  test('a live token makes a live project and keeps the operator’s OpenID settings', async () => {
    const db = await open()
    const publicToken = 'public-token-live-11111111-2222-4333-8444-555555555555'
    const live = readSettings({ SITE_ORIGIN: papers, IDENTITY_PUBLIC_TOKEN: publicToken })
    const { project } = await ensureProjectOfSite(db, live, 1)
    expect(project.environment).toBe('live')
    await updateProject(
      db,
      publicToken,
      ({ openid, redirectUrls }) => ({
        config: {
          openid: { ...openid, dpop: true, resources: [] },
          redirectUrls: { ...redirectUrls, signup: [] },
        },
      }),
      1,
    )
    const again = (await ensureProjectOfSite(db, live, 1)).project
    expect(again.openid).toMatchObject({ dpop: true, dynamicRegistration: true, resources: [{ forAnyApp: true }] })
    expect(again.redirectUrls.signup).toEqual(pagesOf(papers))
  })
})
