import { type Doi, doiUrl } from '../../kit/doi/index.ts'

/** Review step of a paper: a community report or a published replication. */
export type ReviewStep = {
  kind: 'report' | 'attempt'
  /** Author; null if not named here. */
  by: string | null
  /** ISO 8601 with the source's precision; null if unknown. */
  date: string | null
  /** DOI of the result. */
  doi: string | null
  /** Absolute URL of the result. */
  href: string | null
}

const isDay = (date: string | null): date is string => date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date)

/**
 * The DocMap of a paper (docmaps.knowledgefutures.org): each report and each published attempt is a step that takes the paper in and gives
 * something to read out. Nothing is asserted of the paper itself: that is for its page to say.
 * @param steps at least one
 * @param made the moment at which it is made, ISO 8601
 */
export const docmap = ({
  id,
  doi,
  origin,
  steps,
  made,
}: {
  id: string
  doi: Doi
  origin: string
  steps: readonly ReviewStep[]
  made: string
}): object => {
  const ordered = steps.toSorted((a, b) => ((a.date ?? '9999') < (b.date ?? '9999') ? -1 : 1))
  return {
    '@context': 'https://w3id.org/docmaps/context.jsonld',
    id,
    type: 'docmap',
    created: made,
    publisher: { id: origin, name: 'Corroborate', homepage: `${origin}/`, url: `${origin}/` },
    'first-step': blank(0),
    steps: Object.fromEntries(
      ordered.map((step, index) => [
        blank(index),
        {
          inputs: [{ doi, id: doiUrl(doi) }],
          actions: [actionOf(step)],
          assertions: [],
          ...(index > 0 && { 'previous-step': blank(index - 1) }),
          ...(index < ordered.length - 1 && { 'next-step': blank(index + 1) }),
        },
      ]),
    ),
  }
}

const blank = (index: number): string => `_:b${index}`

const actionOf = ({ kind, by, date, doi, href }: ReviewStep): object => ({
  participants: by === null ? [] : [{ actor: { type: 'person', name: by }, role: 'reviewer' }],
  outputs: [
    {
      // The publication type of a replication, article or preprint, is unknown.
      ...(kind === 'report' && { type: 'review' }),
      ...(doi !== null && { doi }),
      ...(isDay(date) && { published: date }),
      content: href === null ? [] : [{ type: 'web-page', url: href }],
    },
  ],
})
