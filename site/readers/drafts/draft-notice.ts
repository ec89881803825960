import { paths } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import type { DraftNoticeModel } from './model.ts'
import type { AssistantDraft } from './store.ts'

/** URL of the form filled with a draft. */
export const draftPath = ({ doi, kind }: Pick<AssistantDraft, 'doi' | 'kind'>): `/${string}` =>
  `${kind === 'note' ? paths.comment(doi) : paths.claim(doi)}?draft=assistant`

/** True if a URL requests the form with its draft. */
export const asksForDraft = (url: string): boolean => new URL(url).searchParams.get('draft') === 'assistant'

export const draftNotice = ({ doi, kind, madeAt, until }: AssistantDraft): DraftNoticeModel => ({
  version: String(madeAt),
  sentence: `Drafted by an assistant you authorized, on ${dayInWords(madeAt)}. Nothing has been submitted. Review and edit it before you submit. It will be deleted on ${dayInWords(until)}.`,
  discard: { action: paths.discardDraft, doi, kind },
})
