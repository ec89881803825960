export { type Doi, doiFromText, findDois, parseDoi, storedDoi } from './doi.ts'
export { matchDoiPath, rawRequestTarget } from './match-doi-path.ts'
export { type CiteFormat, doiUrl, paperPath, paths } from './paths.ts'
export type { DoiAction } from './split-action.ts'
