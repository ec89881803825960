import type { StatusMark } from '../known/index.ts'

/** Flagged references on a paper's page. Plain data. */
export type CitesModel = {
  /** "Cites 2 papers that were retracted"; null when it cites none that we know of. */
  heading: string | null
  papers: readonly {
    doi: string
    title: string | null
    href: string
    /** "Retracted on 5 June 2020". */
    status: StatusMark
    /** "between 2012 and 2015", for replications. */
    years: string | null
    by: string | null
    /** "before this paper appeared". */
    when: string | null
  }[]
  /** So many more are not shown. */
  more: number
}
