import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import { siteMigrations } from '../../../app/migrations.ts'
import type { DraftTables } from '../../../readers/drafts/store.ts'
import { ada, forAda } from '../testing/assistant.ts'
import { createDraftClaim } from './drafts.ts'

const origin = 'https://corroborate.example'
const link = 'https://osf.io/abcde'

describeStore<DraftTables & SignInTables>('the draft of a claim', siteMigrations, open => {
  const start = async () => {
    const db = await open()
    await db.insertInto('accounts').values(ada).execute()
    const asked: unknown[] = []
    const limits = { require: async (...given: unknown[]) => void asked.push(given) }
    const tool = createDraftClaim({ db, limits, origin, now: () => 1_000 })
    const kept = () => db.selectFrom('assistant_drafts').select(['doi', 'kind', 'text', 'link']).execute()
    return { tool, kept, asked }
  }

  test('a claim draft is stored with cleaned text and link, and counts for its user', async () => {
    const { tool, kept, asked } = await start()
    const { data } = await tool.answer({ paper: 'doi:10.1000/X', plan: ' Run it\r\nagain. ', link }, forAda)
    expect(tool.output.parse(data)).toEqual(data)
    expect(data).toMatchObject({ doi: '10.1000/x', kind: 'claim', status: 'draft' })
    expect(await kept()).toEqual([{ doi: '10.1000/x', kind: 'claim', text: 'Run it\nagain.', link }])
    expect(asked).toEqual([['assistantDeed', 'user:ada']])
  })

  test.each([
    [{ paper: 'nothing', plan: 'x', link }, forAda, 'Not a DOI or arXiv ID'],
    [{ paper: '10.1000/x', plan: ' \n ', link }, forAda, 'The plan is empty'],
    [{ paper: '10.1000/x', plan: 'x', link }, { ...forAda, account: null }, 'Requires a user’s authorization'],
  ])('a claim draft without content or user is rejected: %#', async (given, asking, sentence) => {
    const { tool, kept, asked } = await start()
    await expect(tool.answer(given, asking)).rejects.toThrow(sentence)
    expect([await kept(), asked]).toEqual([[], []])
  })

  test('a claim draft has a plan and an optional link', async () => {
    const { tool } = await start()
    const plan = 'x'.repeat(5_000)
    expect(tool.input.parse({ paper: '10.1000/x', plan })).toEqual({ paper: '10.1000/x', plan, link: null })
    const longest = `https://osf.io/${'x'.repeat(1_985)}`
    for (const given of [null, link, longest])
      expect(tool.input.parse({ paper: '10.1000/x', plan, link: given }).link).toBe(given)
  })

  test.each([
    [{ plan: 'x'.repeat(5_001) }, 'a plan has at most 5000 characters'],
    [{ link: 'http://osf.io/abcde' }, 'use an https URL'],
    [{ link: 'shttps://osf.io/abcde' }, 'use an https URL'],
    [{ link: 'httpsx://osf.io/abcde' }, 'use an https URL'],
    [{ link: `https://osf.io/${'x'.repeat(1_986)}` }, 'use an https URL'],
    [{ send: true }, /send/],
  ])('a claim draft the form would reject is rejected: %#', async (given, sentence) => {
    const { tool } = await start()
    const read = tool.input.safeParse({ paper: '10.1000/x', plan: 'Run it again.', ...given })
    expect(read.error?.issues[0]?.message).toMatch(sentence)
  })
})
