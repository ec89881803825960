import type { Limits } from '@corroborate/server-kit/limits'
import { cleanText } from '@corroborate/wire/written-text'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import { type DraftTables, keepDraft } from '../../../readers/drafts/store.ts'
import { longestOfNote } from '../../../readers/notes/index.ts'
import { DraftAnswer, doiNamed, draftAnswer, paperNamed, personOf } from '../paper-named.ts'
import { addsForPerson, type Tool, ToolProblem } from '../tool.ts'

const draftNoteInput = z.strictObject({
  paper: paperNamed,
  text: z
    .string()
    .max(longestOfNote.content, { error: `a note has at most ${longestOfNote.content} characters` })
    .describe('Plain text that helps other readers. URLs and DOIs become links.'),
})

/** Drafts a note that only the authorizing user can submit. */
export const createDraftNote = ({
  db,
  limits,
  origin,
  now,
}: Options): Tool<typeof draftNoteInput, typeof DraftAnswer> => ({
  name: 'draft_note',
  title: 'Draft a note',
  description:
    'Saves a draft of a note on a paper for the user. Nothing is published: the user reviews, edits and submits it at `form_url`. A later draft on the same paper replaces it.',
  input: draftNoteInput,
  output: DraftAnswer,
  annotations: addsForPerson,
  scope: 'notes:draft',
  answer: async ({ paper, text }, asking) => {
    const account = personOf(asking)
    const doi = doiNamed(paper)
    const cleaned = cleanText(text)
    if (cleaned === '') throw new ToolProblem('The note is empty.')
    await limits.require('assistantDeed', account.key)
    return draftAnswer(await keepDraft(db, account, { doi, kind: 'note', text: cleaned, link: null }, now()), origin)
  },
})

/** As much as the form of a claim takes. */
const longestPlan = 5_000

const input = z.strictObject({
  paper: paperNamed,
  plan: z
    .string()
    .max(longestPlan, { error: `a plan has at most ${longestPlan} characters` })
    .describe('The user’s plan to reproduce the paper. Plain text.'),
  link: z
    .url({ protocol: /^https$/, error: 'use an https URL' })
    .max(2_000)
    .nullable()
    .default(null)
    .describe('Link to a plan or a repository.'),
})

type Options = {
  db: Kysely<DraftTables & SignInTables>
  limits: Pick<Limits<'assistantDeed'>, 'require'>
  origin: string
  now: () => number
}

/** Drafts a claim that only the authorizing user can submit. */
export const createDraftClaim = ({ db, limits, origin, now }: Options): Tool<typeof input, typeof DraftAnswer> => ({
  name: 'draft_claim',
  title: 'Draft a claim to reproduce a paper',
  description:
    'Saves a draft of a claim, which announces that the user will reproduce a paper. Nothing is claimed: the user reviews, edits and submits it at `form_url`. A later draft on the same paper replaces it.',
  input,
  output: DraftAnswer,
  annotations: addsForPerson,
  scope: 'claims:draft',
  answer: async ({ paper, plan, link }, asking) => {
    const account = personOf(asking)
    const doi = doiNamed(paper)
    const text = cleanText(plan)
    if (text === '') throw new ToolProblem('The plan is empty.')
    await limits.require('assistantDeed', account.key)
    return draftAnswer(await keepDraft(db, account, { doi, kind: 'claim', text, link }, now()), origin)
  },
})
