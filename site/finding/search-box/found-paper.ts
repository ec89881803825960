import type { StatusMark } from '../../paper/known/index.ts'
import type { FoundWork } from '../../paper/works-index/index.ts'

export type { FoundWork }

/** A paper in a list, with what is known about it in one word; null when nothing is. */
export type FoundPaper = FoundWork & { status: StatusMark | null }

/** SPEC §9: at most 5 results. */
export const mostResults = 5
