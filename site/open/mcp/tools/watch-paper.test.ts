import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import { siteMigrations } from '../../../app/migrations.ts'
import { mostWatched, type WatchTables } from '../../../news/watches/index.ts'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import { ada, forAda } from '../testing/assistant.ts'
import { createWatchPaper } from './watch-paper.ts'

const origin = 'https://corroborate.example'

describeStore<WatchTables & ActivityTables & SignInTables>('watching by an assistant', siteMigrations, open => {
  const start = async () => {
    const db = await open()
    await db.insertInto('accounts').values(ada).execute()
    const asked: unknown[] = []
    const limits = { require: async (...given: unknown[]) => void asked.push(given) }
    const tool = createWatchPaper({ db, limits, origin, now: () => 1_000 })
    const kept = () => db.selectFrom('watches').select(['person', 'doi']).execute()
    return { db, tool, kept, asked }
  }

  test('watching applies to the token’s user, counts for them, and is idempotent', async () => {
    const { tool, kept, asked } = await start()
    await tool.answer({ paper: '10.1000/x' }, forAda)
    const { data, text } = await tool.answer({ paper: 'doi:10.1000/X' }, forAda)
    expect(tool.output.parse(data)).toEqual(data)
    expect(data).toEqual({
      ...{ doi: '10.1000/x', status: 'watching', page_url: `${origin}/10.1000/x` },
      dashboard_url: `${origin}/dashboard`,
    })
    expect(text).toBe(`Watching 10.1000/x. ${origin}/10.1000/x`)
    expect(await kept()).toEqual([{ person: 'user:ada', doi: '10.1000/x' }])
    expect(asked).toEqual([
      ['assistantDeed', 'user:ada'],
      ['assistantDeed', 'user:ada'],
    ])
  })

  test.each([
    [{ paper: 'nothing' }, forAda, 'Not a DOI or arXiv ID'],
    [{ paper: '10.1000/x' }, { ...forAda, account: null }, 'Requires a user’s authorization'],
  ])('watching is rejected without a paper or user: %#', async (given, asking, sentence) => {
    const { tool, kept, asked } = await start()
    await expect(tool.answer(given, asking)).rejects.toThrow(sentence)
    expect([await kept(), asked]).toEqual([[], []])
  })

  test('watching over the user’s limit is rejected', async () => {
    const { db, tool } = await start()
    await tool.answer({ paper: '10.1000/0' }, forAda)
    const watched = await db.selectFrom('watches').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: mostWatched - 1 }, (_, n) => ({ ...watched, doi: `10.1000/${n + 1}` }))
    for (let n = 0; n < more.length; n += 1_000)
      await db
        .insertInto('watches')
        .values(more.slice(n, n + 1_000))
        .execute()
    await expect(tool.answer({ paper: '10.1000/x' }, forAda)).rejects.toThrow(
      'The user watches 5,000 papers, the limit',
    )
  })
})
