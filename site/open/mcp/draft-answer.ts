import { z } from 'zod'
import { type AssistantDraft, draftPath, mostDrafts } from '../../readers/drafts/store.ts'
import { type ToolAnswer, ToolProblem } from './tool.ts'

export const DraftAnswer = z.object({
  doi: z.string(),
  kind: z.enum(['note', 'claim']),
  status: z.literal('draft').describe('Nothing is submitted; only the user can submit it.'),
  form_url: z.string().describe('Address at which the user reviews, edits and submits it.'),
  deleted_at: z.string().describe('Time at which it is deleted unless submitted.'),
})

/**
 * Tool result for a saved draft; `origin`: of this site.
 * @throws ToolProblem if it could not be saved
 */
export const draftAnswer = (draft: AssistantDraft | null, origin: string): ToolAnswer<z.output<typeof DraftAnswer>> => {
  if (draft === null)
    throw new ToolProblem(
      `The user has ${mostDrafts} pending drafts, the limit. They have to submit or discard one first.`,
    )
  const { doi, kind, until } = draft
  const form_url = origin + draftPath(draft)
  return {
    data: { doi, kind, status: 'draft', form_url, deleted_at: new Date(until).toISOString() },
    text: `Saved the draft of a ${kind} on ${doi}. Nothing was submitted. Ask the user to review, edit and submit it at ${form_url}`,
  }
}
