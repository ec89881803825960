import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { createOutsideService } from '../../../kit/outside/index.ts'
import { startScriptedService } from '../../../testing/index.ts'
import type { SearchTables } from '../answer-cache.ts'

/** Fakes OpenAlex with a fixed response, and returns the options of its client; `learnt` are the DOIs of stored facts. */
export const playOpenAlex = async (db: Kysely<SearchTables>, status: number, body: unknown, apiKey?: string) => {
  const { url, requests, behave, close } = await startScriptedService(() => ({ status, body }))
  onTestFinished(close)
  const learnt: string[] = []
  const options = {
    service: createOutsideService({ name: 'OpenAlex', userAgent: 'test', now: () => 0 }),
    url,
    apiKey,
    db,
    learn: async (facts: readonly { doi: string }[]) => void learnt.push(...facts.map(({ doi }) => doi)),
    now: () => 0,
  }
  return { options, learnt, behave, asked: () => requests.map(({ target }) => new URL(target, url)) }
}
