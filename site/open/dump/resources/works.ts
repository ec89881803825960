import { z } from 'zod'
import type { Doi } from '../../../kit/doi/index.ts'
import { pmidOf, type Work } from '../../../paper/works-index/index.ts'
import { doi, text } from '../fields.ts'
import { publicDomain } from '../licences.ts'
import type { Described } from '../resource.ts'

const author = z.strictObject({ author: z.strictObject({ display_name: text, orcid: text.nullable() }) })

const line = z.strictObject({
  doi,
  display_name: text.nullable(),
  authorships: z.array(author),
  is_authors_truncated: z.boolean(),
  primary_location: z.strictObject({ source: z.strictObject({ display_name: text.nullable() }) }),
  publication_year: z.int().nullable(),
  type: text.nullable(),
  cited_by_count: z.int().nonnegative().nullable(),
  is_retracted: z.boolean().nullable(),
  ids: z.strictObject({ pmid: text.nullable() }),
  source: z.enum(['starter', 'import']),
})
export type WorkLine = z.infer<typeof line>

/** The works of the index, in the shape of OpenAlex's `/works`, so that `works:import` reads the file too. */
export const works: Described & { line: typeof line } = {
  name: 'works',
  title: 'Papers',
  description:
    'What each paper of the index is, in the shape of OpenAlex’s /works. Null where the record does not say. `source`: `starter` for what the site begins with.',
  licence: publicDomain,
  key: ['doi'],
  line,
}

export const lineOfWork = (work: Work): WorkLine => ({
  doi: work.doi,
  display_name: work.title,
  authorships: work.authors.map(({ name, orcid }) => ({ author: { display_name: name, orcid } })),
  is_authors_truncated: work.authorsTruncated,
  primary_location: { source: { display_name: work.journal } },
  publication_year: work.year,
  type: work.type,
  cited_by_count: work.citedBy,
  is_retracted: work.retracted,
  ids: { pmid: work.pmid === null ? null : `https://pubmed.ncbi.nlm.nih.gov/${work.pmid}` },
  source: work.source,
})

export const workOfLine = (of: WorkLine): Work => ({
  doi: of.doi as Doi,
  title: of.display_name,
  authors: of.authorships.map(({ author: { display_name, orcid } }) => ({ name: display_name, orcid })),
  authorsTruncated: of.is_authors_truncated,
  journal: of.primary_location.source.display_name,
  year: of.publication_year,
  type: of.type,
  citedBy: of.cited_by_count,
  retracted: of.is_retracted,
  pmid: pmidOf(of.ids.pmid),
  source: of.source,
})
