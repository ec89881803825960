import type { StatusMark } from '../../paper/known/index.ts'
import type { FoundWork } from '../../paper/works-index/index.ts'

export type { FoundWork }

/** A listed paper with its status mark, or null. */
export type FoundPaper = FoundWork & { status: StatusMark | null }

/** SPEC §9: at most 5 results. */
export const mostResults = 5
