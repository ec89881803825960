export { type Doi, doiFromText, findDois, MAX_DOI_BYTES, parseDoi, storedDoi } from './doi.ts'
export { type DoiPathMatch, matchDoiPath, rawRequestTarget } from './match-doi-path.ts'
export { type CiteFormat, doiUrl, paperPath, paths } from './paths.ts'
export type { DoiAction } from './split-action.ts'
