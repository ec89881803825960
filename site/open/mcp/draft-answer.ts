import { z } from 'zod'
import type { AssistantDraft } from '../../readers/drafts/index.ts'
import { draftPath, mostDrafts } from '../../readers/drafts/index.ts'
import { type ToolAnswer, ToolProblem } from './tool.ts'

export const DraftAnswer = z.object({
  doi: z.string(),
  kind: z.enum(['note', 'claim']),
  status: z.literal('draft').describe('Nothing is sent: only the person can send it.'),
  form_url: z.string().describe('Where the person reads, changes and sends it.'),
  deleted_at: z.string().describe('When it is deleted if nobody sends it.'),
})

/**
 * Tool result for a saved draft; `origin`: of this site.
 * @throws ToolProblem if it could not be saved
 */
export const draftAnswer = (draft: AssistantDraft | null, origin: string): ToolAnswer<z.output<typeof DraftAnswer>> => {
  if (draft === null)
    throw new ToolProblem(`${mostDrafts} drafts wait for your person, as many as may: they have to look at one first.`)
  const { doi, kind, until } = draft
  const form_url = origin + draftPath(draft)
  return {
    data: { doi, kind, status: 'draft', form_url, deleted_at: new Date(until).toISOString() },
    text: `The draft of a ${kind} on ${doi} is kept. Nothing was sent: ask your person to read, change and send it at ${form_url}`,
  }
}
