import type { JudgedFile } from '../judge.ts'

/** What is written about checked files: `files` in the order in which they were named, `site` the one that was asked. */
export type Report = { site: URL; files: readonly JudgedFile[] }
