import { type Doi, paperPath, paths } from '../../kit/doi/index.ts'

/** Every address of the API: the version is in the path, and a change that breaks a client comes under another. */
export const apiPaths = {
  root: '/api/v1',
  /** GET: one paper. */
  paper: (doi: Doi): string => `/api/v1/papers${paperPath(doi)}`,
  papers: '/api/v1/papers/*',
  /** POST: many papers. */
  batch: '/api/v1/papers:batchGet',
  search: '/api/v1/search',
  report: (hash: string): string => `/api/v1/reports/${hash}`,
  reports: '/api/v1/reports/:hash',
  events: '/api/v1/events',
  range: (prefix: string): string => `/api/v1/ranges/${prefix}`,
  ranges: '/api/v1/ranges/:prefix',
  /** GET: describes the ranges. */
  allRanges: '/api/v1/ranges',
  openapi: '/api/v1/openapi.json',
  /** The page that describes all of them. */
  page: paths.api,
  problem: (word: string): string => `/api/problems/${word}`,
  problems: '/api/problems/:word',
} as const
