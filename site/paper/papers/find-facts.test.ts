import { expect, test } from 'vitest'
import { parseDoi } from '../../kit/doi/index.ts'
import { createFindFacts } from './find-facts.ts'
import type { AskForFacts } from './open-alex.ts'

test('a page that both services leave without an answer waits 1.2 s for each, and names them, and does not fail', async () => {
  const waited: number[] = []
  const silent =
    (name: string): AskForFacts =>
    async (_, patience) => {
      waited.push(patience)
      return { kind: 'unavailable', silent: [name] }
    }
  const { find } = createFindFacts({
    stored: async () => null,
    local: () => ({ kind: 'not-found' }),
    outside: [silent('OpenAlex'), silent('Crossref')],
    save: async () => expect.fail('Nobody has said anything.'),
    refreshLater: () => {},
    mayAskOutside: async () => ({ kind: 'allowed' }),
    now: () => 0,
  })
  expect(await find(parseDoi('10.1000/x') ?? expect.fail(), '192.0.2.1')).toEqual({
    kind: 'unavailable',
    silent: ['OpenAlex', 'Crossref'],
  })
  expect(waited).toEqual([1_200, 1_200])
})

test('who asks while another waits for the same answer shares it, and it counts for the first alone', async () => {
  const answer = Promise.withResolvers<{ kind: 'not-found' }>()
  const counted: string[] = []
  let looked = 0
  let asked = 0
  const { find } = createFindFacts({
    stored: async () => null,
    local: () => {
      looked++
      return { kind: 'not-found' }
    },
    outside: [
      () => {
        asked++
        return answer.promise
      },
    ],
    save: async () => {},
    refreshLater: () => {},
    mayAskOutside: async address => {
      counted.push(address)
      return { kind: 'allowed' }
    },
    now: () => 0,
  })
  const doi = parseDoi('10.1000/x') ?? expect.fail()
  const first = find(doi, '192.0.2.1')
  await expect.poll(() => counted).toEqual(['192.0.2.1'])
  const second = find(doi, '192.0.2.2')
  await expect.poll(() => looked).toBe(2)
  answer.resolve({ kind: 'not-found' })
  expect(await Promise.all([first, second])).toEqual([{ kind: 'not-found' }, { kind: 'not-found' }])
  expect({ asked, counted }).toEqual({ asked: 1, counted: ['192.0.2.1'] })
})
