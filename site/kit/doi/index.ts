export { type Doi, doiFromText, findDois, parseDoi, storedDoi } from './doi.ts'
export { matchDoiPath, rawRequestTarget } from './match-doi-path.ts'
export { mayBeRegistered } from './may-be-registered.ts'
export { type OutsideId, type Pasted, readPasted } from './pasted/index.ts'
export {
  type CiteFormat,
  doiUrl,
  isApiPath,
  isAssistantsPath,
  paperPath,
  paths,
  type SitePath,
  type WholeList,
} from './paths.ts'
export { doiInPicturePath } from './picture-path.ts'
export { actingParams, sameOriginPath } from './same-origin-path.ts'
export { crateFile, type DoiAction } from './split-action.ts'
