import { type Doi, doiFromText, doiUrl, paths } from '../doi/index.ts'
import { factsInEvidence, type KnownReader, knownFrom } from '../known/index.ts'
import type { FactsAnswer, PaperFacts } from './facts.ts'
import type { FindFacts } from './find-facts.ts'
import type { PaperPageModel } from './model.ts'
import { workKind } from './work-kind.ts'

export type PaperPageSources<Visitor> = {
  facts: FindFacts
  known: KnownReader
  /** The local index, for the titles and years of other papers that the page names; without them it shows their DOIs. */
  local: (doi: Doi) => FactsAnswer
  /** What features add to the page. */
  sections: (doi: Doi, visitor: Visitor) => Promise<PaperPageModel['sections']>
  now: () => number
}

export type PaperPageResult =
  | { kind: 'page'; model: PaperPageModel; facts: PaperFacts | null }
  /** The DOI as asked for is unknown, but not without the punctuation at its end. */
  | { kind: 'moved'; path: string }

/** The view model of a paper's page, for one visitor. A DOI that nobody knows has a page too. */
export const createPaperPage =
  <Visitor>({ facts, known, local, sections, now }: PaperPageSources<Visitor>) =>
  async (doi: Doi, visitor: Visitor): Promise<PaperPageResult> => {
    const answer = await facts.find(doi)
    if (answer.kind !== 'found') {
      const path = await pathWithoutEnd(doi, answer, facts)
      if (path !== null) return { kind: 'moved', path }
    }
    const found = answer.kind === 'found' ? answer.facts : null
    const [evidence, added] = await Promise.all([known(doi), sections(doi, visitor)])
    const { title, year } = found ?? factsInEvidence({ ...evidence, doi })
    return {
      kind: 'page',
      facts: found,
      model: {
        doi,
        doiUrl: doiUrl(doi),
        path: paths.paper(doi),
        record: answer.kind,
        kind: workKind(found?.type ?? null),
        title,
        authors: found?.authors ?? [],
        authorsTruncated: found?.authorsTruncated ?? false,
        journal: found?.journal ?? null,
        year,
        known: knownFrom(
          {
            ...evidence,
            doi,
            year,
            retractedBy: found?.retracted === true ? names[found.source] : null,
            lookUp: other => {
              const named = local(other as Doi)
              return named.kind === 'found' ? named.facts : null
            },
          },
          now(),
        ),
        sections: added,
      },
    }
  }

const names: Readonly<Record<PaperFacts['source'], string>> = {
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  import: 'OpenAlex',
  starter: 'the record of this paper',
}

/**
 * DOIs come with a slash, a full stop or a comma that belongs to the sentence around them. Such an end stays as typed when the DOI is
 * known with it, and goes when it is known without.
 */
const pathWithoutEnd = async (doi: Doi, answer: FactsAnswer, facts: FindFacts): Promise<string | null> => {
  const shorter = doiFromText(doi.replace(/[/.,;:]+$/, ''))
  if (shorter === null || shorter === doi) return null
  const { kind } = answer.kind === 'unavailable' ? await facts.findNear(shorter) : await facts.find(shorter)
  return kind === 'found' ? paths.paper(shorter) : null
}
