import { expect, test } from 'vitest'
import { createFindIssuer } from './feature.ts'

const issuer = 'https://identity.example/v1/public/project-test-1'
const said = (body: unknown, status = 200) => ({ kind: 'answer', status, body: JSON.stringify(body) }) as const
const good = said({ data: { openid_issuer: issuer } })

const setUp = () => {
  const asked: unknown[] = []
  const says: { answer: ReturnType<typeof said> | { kind: 'unavailable'; reason: string } } = { answer: good }
  const findIssuer = createFindIssuer({
    identity: { origin: 'https://identity.example', publicToken: 'public-token-test-1' },
    service: {
      send: async (url, request) => {
        asked.push([url.href, request])
        return says.answer
      },
    },
  })
  return { asked, says, findIssuer }
}

test('the provider is asked once for our project’s issuer, as our project', async () => {
  const { asked, findIssuer } = setUp()
  expect([await findIssuer(), await findIssuer()]).toEqual([issuer, issuer])
  const authorization = `Basic ${Buffer.from('public-token-test-1:public-token-test-1').toString('base64')}`
  expect(asked).toEqual([
    [
      'https://identity.example/sdk/v1/projects/bootstrap/public-token-test-1',
      { method: 'GET', headers: { accept: 'application/json', authorization }, again: true },
    ],
  ])
})

test.each([
  ['a silence', { kind: 'unavailable', reason: 'It is away.' } as const],
  ['an error', { ...good, status: 500 }],
  ['another answer', said({ data: {} })],
  ['no address', said({ data: { openid_issuer: 'identity' } })],
  ['no JSON', { ...good, body: '<html>' }],
])('%s yields no issuer, and the provider is asked again next time', async (_, answer) => {
  const { says, findIssuer } = setUp()
  says.answer = answer
  expect(await findIssuer()).toBeNull()
  says.answer = good
  expect(await findIssuer()).toBe(issuer)
})
