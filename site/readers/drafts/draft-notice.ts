import { paths } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import type { DraftNoticeModel } from './model.ts'
import type { AssistantDraft } from './store.ts'

/** Where the form is that begins with a draft. */
export const draftPath = ({ doi, kind }: Pick<AssistantDraft, 'doi' | 'kind'>): `/${string}` =>
  `${kind === 'note' ? paths.comment(doi) : paths.claim(doi)}?draft=assistant`

/** Whether an address asks for the form with a draft in it. */
export const asksForDraft = (url: string): boolean => new URL(url).searchParams.get('draft') === 'assistant'

/** What the form says of the draft in it. */
export const draftNotice = ({ doi, kind, madeAt, until }: AssistantDraft): DraftNoticeModel => ({
  version: String(madeAt),
  sentence: `An assistant that you let write drafts wrote this on ${dayInWords(madeAt)}. Nothing has been sent. Read it, change what is not yours, and send it only if you stand by it. It is deleted on ${dayInWords(until)}.`,
  discard: { action: paths.discardDraft, doi, kind },
})
