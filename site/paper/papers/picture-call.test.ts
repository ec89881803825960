import { createHttp, HttpProblem } from '@corroborate/server-kit/http'
import { testLogger } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { nothingKnown } from '../known/index.ts'
import { type PictureModel, pictureVersion } from '../share-picture/index.ts'
import { createPictureCall } from './feature.ts'

const origin = 'http://localhost:3000'
const path = '/share/10.1000/x.png'
const model = {
  doi: '10.1000/x',
  title: 'Notes',
  headline: 'Nothing is known',
  ...nothingKnown,
} as unknown as PictureModel
const etag = `"${pictureVersion(model)}"`
const [kept, fresh] = [Uint8Array.of(1), Uint8Array.of(2, 3)]

type Given = { kept?: Uint8Array | null; drawn?: Uint8Array | null; isAllowed?: boolean }

/** The route with given cached images; records its requests. */
const open = ({ kept = null, drawn = fresh, isAllowed = true }: Given = {}) => {
  const asked: unknown[] = []
  const call = createPictureCall({
    picture: async doi => {
      asked.push(doi)
      return model
    },
    pictures: { kept: () => kept, draw: async () => drawn } as never,
    limits: {
      require: async (name: string, who: object) => {
        asked.push([name, who])
        if (!isAllowed) throw new HttpProblem(429, 'Wait.')
      },
    } as never,
  })
  const app = createHttp({ origin, logger: testLogger().logger }).get('/share/*', call)
  return { asked, ask: (at = path, headers = {}) => app.request(origin + at, { headers }) }
}
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

test('a share picture is rendered, rate limited, and embeddable', async () => {
  const { ask, asked } = open()
  const answer = await ask()
  expect([answer.status, await bytesOf(answer)]).toEqual([200, fresh])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...{ 'content-type': 'image/png', etag },
    ...{ 'cache-control': 'public, max-age=600', 'cross-origin-resource-policy': 'cross-origin' },
  })
  expect(asked).toEqual(['10.1000/x', ['drawPicture', { address: expect.any(String) }]])
})

test('a cached picture is served to everyone without counting', async () => {
  const { ask, asked } = open({ kept, isAllowed: false })
  const answer = await ask()
  expect([answer.status, await bytesOf(answer), asked]).toEqual([200, kept, ['10.1000/x']])
})

test('a picture is cacheable for a week at its content-based URL', async () => {
  const { ask } = open()
  const cacheOf = async (v: string) => (await ask(`${path}?v=${v}`)).headers.get('cache-control')
  expect(await cacheOf(pictureVersion(model))).toBe('public, max-age=604800')
  expect(await cacheOf('older')).toBe('public, max-age=600')
})

test('a cached picture returns 304', async () => {
  const { ask, asked } = open({ isAllowed: false })
  const answer = await ask(path, { 'If-None-Match': etag })
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, ''])
  expect(asked).toEqual(['10.1000/x'])
  expect((await open().ask(path, { 'If-None-Match': '"older"' })).status).toBe(200)
})

test('pictures are rejected over the rate or concurrency limit and without a DOI', async () => {
  expect((await open({ isAllowed: false }).ask()).status).toBe(429)
  const busy = await open({ drawn: null }).ask()
  expect([busy.status, busy.headers.get('Retry-After')]).toEqual([503, '60'])
  expect(await busy.text()).toContain('Try again in a minute')
  const { ask, asked } = open()
  const odd = await ask('/share/x.png')
  expect([odd.status, asked]).toEqual([404, []])
  expect(await odd.text()).toContain('Share image not found. The address is /share/{doi}.png.')
})
