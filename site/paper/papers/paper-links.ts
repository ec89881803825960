import { type CiteFormat, paths, storedDoi } from '../../kit/doi/index.ts'
import { linksetLink, type TypedLink } from '../../kit/page/index.ts'
import type { PaperPageModel } from './model.ts'

const formats: readonly { format: CiteFormat; type: string; title: string }[] = [
  { format: 'csl-json', type: 'application/vnd.citationstyles.csl+json', title: 'Citation as CSL-JSON' },
  { format: 'bibtex', type: 'application/x-bibtex', title: 'Citation as BibTeX' },
  { format: 'ris', type: 'application/x-research-info-systems', title: 'Citation as RIS' },
]

/** The citations of a paper, as files. */
export const citationLinks = (doi: string, origin: string): (TypedLink & { type: string; title: string })[] =>
  formats.map(({ format, type, title }) => ({
    rel: 'describedby',
    href: `${origin}${paths.cite(storedDoi(doi), format)}`,
    type,
    title,
  }))

/** Typed links of a paper's page (Signposting; CONVENTIONS 2.8). `isPaper`: evidence shows that it is a paper. */
export const paperLinks = (model: PaperPageModel, origin: string, isPaper: boolean): TypedLink[] => [
  { rel: 'cite-as', href: model.doiUrl },
  ...citationLinks(model.doi, origin).map(({ rel, href, type }) => ({ rel, href, type })),
  ...(hasReviews(model)
    ? [
        {
          rel: 'describedby',
          href: `${origin}${paths.docmap(storedDoi(model.doi))}`,
          type: 'application/ld+json',
          profile: 'https://w3id.org/docmaps/context.jsonld',
        },
      ]
    : []),
  ...(isPaper ? [{ rel: 'type', href: 'https://schema.org/ScholarlyArticle' }] : []),
  { rel: 'type', href: 'https://schema.org/AboutPage' },
  ...model.authors.flatMap(({ orcid }) =>
    orcid === null ? [] : [{ rel: 'author', href: `https://orcid.org/${orcid}` }],
  ),
  linksetLink(`${origin}${paths.linkset(paths.paper(storedDoi(model.doi)))}`),
]

/** True if the paper has a published or community replication, and therefore a DocMap. */
const hasReviews = ({ known }: Pick<PaperPageModel, 'known'>): boolean =>
  known.facts.some(({ group }) => group === 'attempt' || group === 'report')
