import { expect, test } from 'vitest'
import { createOriginHint } from './request.ts'

const sentence =
  'The provider at https://identity.example.org does not allow requests from this origin. To allow it: ' +
  'npm run identity -- project set public-token-live-1 --allow-origin http://localhost:3000'

/** A page whose request failed, with its console output. */
const page = ({
  isThere = true,
  publicToken = 'public-token-live-1',
  hostname = 'localhost',
  isBrowser = true,
} = {}) => {
  const asked: string[] = []
  const warnings: unknown[] = []
  const provider = { isThere }
  const hint = createOriginHint({
    baseUrl: 'https://identity.example.org',
    publicToken,
    environment: {
      isBrowser,
      hostname,
      origin: `http://${hostname}:3000`,
      fetch: async url => {
        asked.push(url)
        if (!provider.isThere) throw new TypeError('Failed to fetch')
        return new Response('{}')
      },
      warn: message => void warnings.push(message),
    },
  })
  return { hint, asked, warnings, provider }
}

test('a developer gets one console hint with the command to run', async () => {
  const { hint, warnings, asked } = page()
  await Promise.all([hint(), hint()])
  await hint()
  expect(warnings).toEqual([sentence])
  expect(asked).toEqual(['https://identity.example.org/sdk.json'])
})

test('no hint is logged while the provider is unavailable', async () => {
  const { hint, warnings, provider } = page({ isThere: false })
  await hint()
  expect(warnings).toEqual([])
  provider.isThere = true
  await hint()
  expect(warnings).toHaveLength(1)
})

test('a test project logs the hint on any origin', async () => {
  const { hint, warnings } = page({ hostname: 'app.example.org', publicToken: 'public-token-test-1' })
  await hint()
  expect(warnings).toHaveLength(1)
})

test.each([{ hostname: 'app.example.org' }, { isBrowser: false }])('no hint is logged for %j', async where => {
  const { hint, asked, warnings } = page(where)
  await hint()
  expect([...asked, ...warnings]).toEqual([])
})
