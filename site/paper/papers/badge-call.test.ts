import { createHttp } from '@corroborate/server-kit/http'
import { testLogger } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { badge, nothingKnown, type Status } from '../known/index.ts'
import { createBadgeCall } from './feature.ts'

const origin = 'http://localhost:3000'
const gone: Status = { ...nothingKnown, kind: 'retracted' }

const open = (known: ReadonlyMap<Doi, Status>) => {
  const asked: (readonly Doi[])[] = []
  const call = createBadgeCall(async dois => {
    asked.push(dois)
    return new Map(known)
  })
  const app = createHttp({ origin, logger: testLogger().logger }).get('/badge/*', call)
  return { asked, ask: (path: string) => app.request(origin + path) }
}

test('a badge shows its paper’s status and is embeddable and cacheable for an hour', async () => {
  const { ask, asked } = open(new Map([[storedDoi('10.1000/x'), gone]]))
  const answer = await ask('/badge/10.1000/X.svg')
  expect([answer.status, await answer.text(), asked]).toEqual([200, badge(gone), [['10.1000/x']]])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  })
})

test('the badge of an unknown paper reports no evidence', async () => {
  expect(await (await open(new Map()).ask('/badge/10.1000/x.svg')).text()).toBe(badge(nothingKnown))
})

test('a badge URL without a DOI is 404 with an explanation', async () => {
  const { ask, asked } = open(new Map())
  const answer = await ask('/badge/x.svg')
  expect([answer.status, asked]).toEqual([404, []])
  expect(await answer.text()).toContain('/badge/, a DOI, and .svg.')
})
