export { answerJson, answerText, forAMinute, notKept } from './answer-json.ts'
export {
  type ApiCall,
  type ApiExample,
  type ApiParameter,
  type ExampleLanguage,
  type Examples,
  exampleLanguages,
} from './api-call.ts'
export { apiLimit, type WithApiLimits } from './api-limits.ts'
export { apiPaths } from './api-paths.ts'
export { batchCall } from './batch-call.ts'
export { eventsCall } from './events-call.ts'
export { named, namedSchemas } from './named-schemas.ts'
export { openHeaders } from './open-headers.ts'
export { paperCall } from './paper-call.ts'
export { BriefStatus, PaperAnswer, statusKeys } from './paper-schemas.ts'
export {
  ApiProblem,
  answerApiProblem,
  type ProblemWord,
  problemTypes,
  statusOfProblem,
} from './problem.ts'
export { spend } from './rate-limit.ts'
export { type PaperAnswers, type PaperAnswerTables, paperAnswersReader } from './read-paper-answers.ts'
export { readDoi, readRequest, refuseQuery } from './read-request.ts'
export { reportAnswer, reportCall } from './report-call.ts'
export {
  FoundPapers,
  largestApiBody,
  mostInBatch,
  ProblemDetails,
  ReportAnswer,
} from './schemas.ts'
export { foundPapers, searchCall } from './search-call.ts'
export { briefStatus, statusKey } from './status-answer.ts'
