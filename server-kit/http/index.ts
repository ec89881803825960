export {
  logOf,
  type NodeHandler,
  type NodeHandlers,
  type ProblemAnswers,
  plainJson,
  requestIdOf,
  wantsPage,
  wantsPageBy,
} from './answer-problem.ts'
export { brokenRequests } from './broken-requests.ts'
export {
  chooseEncoding,
  type Encoding,
  isKnown,
  knownForm,
  strongTag,
  tagOfEncoding,
  weakTag,
} from './content-encoding.ts'
export { createHttp, type HttpOptions } from './create-http.ts'
export {
  type HttpContext,
  type HttpEnv,
  HttpProblem,
  nameRoute,
  type ProblemKind,
  type ProblemOptions,
  withHeadersOf,
} from './http-problem.ts'
export { isFormPost, readBody, readJson } from './read-body.ts'
export { readFormData } from './request-body.ts'
export { allowScripts, type ContentSources, nonceOf, scriptHash } from './security-headers.ts'
export { addressOf, clientAddress, cookieNamed, formatRetryAfter, invalidCallerSignature } from './sender-address.ts'
export { letCompress, staticFiles } from './static-files.ts'
