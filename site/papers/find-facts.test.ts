import { expect, test } from 'vitest'
import { parseDoi } from '../doi/index.ts'
import { createFindFacts } from './find-facts.ts'
import type { AskForFacts } from './open-alex.ts'

test('a page that both services leave without an answer waits 1.2 s for each, and does not fail', async () => {
  const waited: number[] = []
  const silent: AskForFacts = async (_, patience) => {
    waited.push(patience)
    return { kind: 'unavailable' }
  }
  const { find } = createFindFacts({
    stored: async () => null,
    local: () => ({ kind: 'not-found' }),
    outside: [silent, silent],
    save: async () => expect.fail('Nobody has said anything.'),
    refreshLater: () => {},
    mayAskOutside: async () => ({ kind: 'allowed' }),
    now: () => 0,
  })
  expect(await find(parseDoi('10.1000/x') ?? expect.fail(), '192.0.2.1')).toEqual({ kind: 'unavailable' })
  expect(waited).toEqual([1_200, 1_200])
})
