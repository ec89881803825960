import type { Evidence } from '../known/index.ts'
import { detailsToShow } from './details-to-show.ts'
import type { PaperFacts } from './facts.ts'
import type { PaperPageModel } from './model.ts'
import { workKind } from './work-kind.ts'

/** Record fields as shown. */
export type ShownRecord = Pick<
  PaperPageModel,
  'kind' | 'title' | 'authors' | 'authorsTruncated' | 'journal' | 'year' | 'details'
>

/** Facts are null if no source has metadata; evidence may still give title and year. */
export const recordToShow = (
  facts: PaperFacts | null,
  { title, year }: Pick<Evidence, 'title' | 'year'>,
): ShownRecord => ({
  kind: workKind(facts?.type ?? null),
  title,
  authors: facts?.authors ?? [],
  authorsTruncated: facts?.authorsTruncated ?? false,
  journal: facts?.journal ?? null,
  year,
  details: detailsToShow(facts),
})
