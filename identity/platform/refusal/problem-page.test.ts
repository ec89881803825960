import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'

test.each([
  ['de-CH,de;q=0.9', '/nowhere', 'de', 'Diese Seite gibt es nicht.'],
  ['es', '/nowhere', 'es', 'Esta página no existe.'],
  ['fr', '/nowhere', 'en', 'There is nothing at this address'],
  ['de', '/v1/public/oauth/google/start?public_token=none', 'de', 'Diese Seite kann nicht gezeigt werden.'],
])('for Accept-Language %s the page for %s is in %s: %s', async (wish, path, language, sentence) => {
  const { app } = await identityUnderTest()
  const answer = await app.request(path, { headers: { Accept: 'text/html', 'Accept-Language': wish } })
  const page = await answer.text()
  expect(page).toContain(`<html lang="${language}">`)
  expect(page).toContain(sentence)
  expect(answer.headers.get('Vary')).toContain('Accept-Language')
})

test('an English-only message is shown below the translated heading and marked as English', async () => {
  const { app } = await identityUnderTest()
  const read = async (wish: string, path: string) =>
    (await app.request(path, { headers: { Accept: 'text/html', 'Accept-Language': wish } })).text()
  const start = '/v1/public/oauth/google/start?public_token=none'
  expect(await read('de', start)).toMatch(
    /<h1>Diese Seite kann nicht gezeigt werden.<\/h1><p lang="en">[A-Z][^<]+<\/p>/,
  )
  for (const [wish, path] of [
    ['en', start],
    ['de', '/nowhere'],
  ] as const)
    expect(await read(wish, path)).not.toContain('<p lang="en">')
  expect(await read('en', start)).toMatch(
    /<p>Go back to the page you came from[^<]*<\/p>\s*<p class="soft">Request id: [\w-]+<\/p>/,
  )
  expect(await read('es', start)).toMatch(/<p>[^<]+<\/p>\s*<p class="soft">[^<:]+: [\w-]+<\/p>/)
})
