import type { JudgedFile } from '../judge.ts'

/** A report about checked files. `files` are in command-line order; `site` is the site that checked them. */
export type Report = { site: URL; files: readonly JudgedFile[] }
