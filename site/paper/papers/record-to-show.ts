import type { Evidence } from '../known/index.ts'
import { detailsToShow } from './details-to-show.ts'
import type { PaperFacts } from './facts.ts'
import type { PaperPageModel } from './model.ts'
import { workKind } from './work-kind.ts'

/** What the record of a paper says of it, as it is shown. */
export type ShownRecord = Pick<
  PaperPageModel,
  'kind' | 'title' | 'authors' | 'authorsTruncated' | 'journal' | 'year' | 'details'
>

/** Facts are null where no source has any: its title and year may still be told by those who know something about it. */
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
