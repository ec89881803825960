import { assistantScopes, assistantsPath } from '@corroborate/wire/assistants'
import { describe, expect, test } from 'vitest'
import { projectConfig, redirectKinds } from './config.ts'
import { followSite } from './follow-site.ts'

const origin = 'https://papers.example.org'
const publicToken = 'public-token-live-x'
type Project = Parameters<typeof followSite>[0]

const made: Project = { ...projectConfig.parse({}), publicToken }
/** A project that has followed the site to its place. */
const settled = (at = origin): Project => ({ ...made, ...followSite(made, at).change })
const changed = (change: Partial<Project>) => followSite({ ...settled(), ...change }, origin).change
const ours = Object.keys(assistantScopes)

describe('project created for the site', () => {
  test('the project has everything the site needs after its first start', () => {
    expect(followSite(made, origin)).toMatchObject({
      change: {
        siteOrigin: origin,
        allowedOrigins: [origin],
        userEventsUrl: `${origin}/webhooks/identity`,
        authorizeUrl: `${origin}/oauth/authorize`,
        openid: { resources: [{ resource: origin + assistantsPath, scopes: ours, format: 'jwt', forAnyApp: true }] },
      },
      warnings: [],
    })
    expect(settled().rbac.scopes).toEqual(
      Object.entries(assistantScopes).map(([scope, description]) => ({ scope, description, permissions: [] })),
    )
  })

  test('the project does not change while the site’s origin stays, in any order of settings', () => {
    expect(followSite(settled(), origin).change).toBeNull()
    const { allowedOrigins, redirectUrls } = settled()
    const other = 'https://app.example.org'
    expect(changed({ allowedOrigins: [other, ...allowedOrigins] })).toBeNull()
    expect(changed({ allowedOrigins: [...allowedOrigins, other] })).toBeNull()
    expect(changed({ redirectUrls: { ...redirectUrls, login: redirectUrls.login.toReversed() } })).toBeNull()
  })

  test('missing settings the site needs are restored', () => {
    const { redirectUrls, openid, rbac } = settled()
    for (const change of [
      { userEventsUrl: undefined },
      { authorizeUrl: null },
      { allowedOrigins: [] },
      ...redirectKinds.map(kind => ({ redirectUrls: { ...redirectUrls, [kind]: [] } })),
      { openid: { ...openid, resources: [] } },
      { rbac: { ...rbac, scopes: [] } },
      { rbac: { ...rbac, scopes: rbac.scopes.slice(1) } },
    ] as Partial<Project>[]) {
      const { siteOrigin, allowedOrigins, userEventsUrl, authorizeUrl, redirectUrls: urls } = settled()
      expect(changed(change)).toMatchObject({
        siteOrigin,
        allowedOrigins,
        userEventsUrl,
        authorizeUrl,
        redirectUrls: urls,
      })
      expect(
        changed(change)
          ?.rbac.scopes.map(({ scope }) => scope)
          .toSorted(),
      ).toEqual(ours.toSorted())
    }
  })

  test('APIs and scope descriptions set by an operator are kept', () => {
    const { openid, rbac } = settled()
    const api = { resource: 'https://api.example.org/', scopes: ['read'], format: 'opaque' as const, forAnyApp: false }
    const [first = '', ...others] = ours
    const said = { scope: first, description: 'What we say of it.', permissions: [] }
    const project = { openid: { ...openid, dpop: true, resources: [api] }, rbac: { ...rbac, scopes: [said] } }
    const { openid: after, rbac: scopes } = changed(project) ?? {}
    expect(after).toMatchObject({ dpop: true, resources: [api, { resource: origin + assistantsPath }] })
    expect(scopes?.scopes.map(({ scope }) => scope)).toEqual([first, ...others])
    expect(scopes?.scopes[0]).toEqual(said)
  })

  test('URLs at the site’s former origin are removed, and others are kept', () => {
    const moved = 'https://moved.example.org'
    const { change } = followSite(settled(), moved)
    expect(JSON.stringify({ ...change, rbac: null })).not.toContain(origin)
    const away = 'https://login.example.org/consent'
    expect(followSite({ ...settled(), authorizeUrl: away }, moved).change?.authorizeUrl).toBe(away)
    expect(followSite({ ...settled(), siteOrigin: null, authorizeUrl: away }, moved).change).toMatchObject({
      ...{ authorizeUrl: away, allowedOrigins: [moved, origin] },
    })
    expect(followSite({ ...settled(), siteOrigin: null, userEventsUrl: away }, moved).change?.userEventsUrl).toBe(away)
  })
})
