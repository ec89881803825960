import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import { siteMigrations } from '../../../app/migrations.ts'
import { type DraftTables, mostDrafts } from '../../../readers/drafts/store.ts'
import { ada, forAda } from '../testing/assistant.ts'
import { createDraftNote } from './drafts.ts'

const origin = 'https://corroborate.example'

describeStore<DraftTables & SignInTables>('the draft of a note', siteMigrations, open => {
  const start = async () => {
    const db = await open()
    await db.insertInto('accounts').values(ada).execute()
    const asked: unknown[] = []
    const limits = { require: async (...given: unknown[]) => void asked.push(given) }
    const tool = createDraftNote({ db, limits, origin, now: () => 1_000 })
    const kept = () => db.selectFrom('assistant_drafts').select(['doi', 'kind', 'text', 'link']).execute()
    return { tool, kept, asked }
  }

  test('a note draft is stored as cleaned text and counts for its user', async () => {
    const { tool, kept, asked } = await start()
    const { data } = await tool.answer({ paper: 'doi:10.1000/X', text: ' The link\r\nis dead. ' }, forAda)
    expect(tool.output.parse(data)).toEqual(data)
    expect(data).toMatchObject({ doi: '10.1000/x', kind: 'note', status: 'draft' })
    expect(await kept()).toEqual([{ doi: '10.1000/x', kind: 'note', text: 'The link\nis dead.', link: null }])
    expect(asked).toEqual([['assistantDeed', 'user:ada']])
  })

  test.each([
    [{ paper: 'nothing', text: 'x' }, forAda, 'Not a DOI or arXiv ID'],
    [{ paper: '10.1000/x', text: ' \n ' }, forAda, 'The note is empty'],
    [{ paper: '10.1000/x', text: 'x' }, { ...forAda, account: null }, 'Requires a user’s authorization'],
  ])('a note draft without content or user is rejected: %#', async (given, asking, sentence) => {
    const { tool, kept, asked } = await start()
    await expect(tool.answer(given, asking)).rejects.toThrow(sentence)
    expect([await kept(), asked]).toEqual([[], []])
  })

  test('a note draft over the limit of pending ones is rejected', async () => {
    const { tool, kept } = await start()
    for (let n = 0; n < mostDrafts; n++) await tool.answer({ paper: `10.1000/${n}`, text: 'x' }, forAda)
    await expect(tool.answer({ paper: '10.1000/x', text: 'x' }, forAda)).rejects.toThrow('pending drafts, the limit')
    expect(await kept()).toHaveLength(mostDrafts)
  })

  test('a note draft has at most 5,000 characters', async () => {
    const { tool } = await start()
    const read = (text: string) => tool.input.safeParse({ paper: '10.1000/x', text })
    expect(read('x'.repeat(5_000)).success).toBe(true)
    expect(read('x'.repeat(5_001)).error?.issues[0]?.message).toBe('a note has at most 5000 characters')
    expect(tool.input.safeParse({ paper: '10.1000/x', text: 'x', send: true }).success).toBe(false)
  })
})
