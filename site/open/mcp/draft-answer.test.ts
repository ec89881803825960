import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { AssistantDraft } from '../../readers/drafts/store.ts'
import { DraftAnswer, draftAnswer } from './paper-named.ts'
import { ToolProblem } from './tool.ts'

const origin = 'https://corroborate.example'
const draft: AssistantDraft = {
  ...{ doi: storedDoi('10.1000/x'), kind: 'claim', text: 'Run it again.', link: null },
  ...{ madeAt: Date.UTC(2026, 10, 21), until: Date.UTC(2026, 11, 21) },
}

test('a stored draft returns its form link for the user and its expiry', () => {
  const { data, text } = draftAnswer(draft, origin)
  const form_url = `${origin}/10.1000/x/claim?draft=assistant`
  expect(data).toEqual({
    ...{ doi: '10.1000/x', kind: 'claim', status: 'draft', form_url, deleted_at: '2026-12-21T00:00:00.000Z' },
  })
  expect(DraftAnswer.parse(data)).toEqual(data)
  expect(text).toContain(`Saved the draft of a claim on 10.1000/x. Nothing was submitted.`)
  expect(text).toContain(form_url)
})

test('a rejected draft returns a problem the assistant can read', () => {
  expect(() => draftAnswer(null, origin)).toThrow(ToolProblem)
  expect(() => draftAnswer(null, origin)).toThrow(/pending drafts/)
})
