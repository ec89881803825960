export {
  type ApiCall,
  type ApiExample,
  type ApiParameter,
  apiLimit,
  type ExampleLanguage,
  type Examples,
  exampleLanguages,
  spend,
  type WithApiLimits,
} from './api-call.ts'
export { eventsCall } from './events-call.ts'
export { paperCall } from './paper-call.ts'
export { BriefStatus, named, namedSchemas, PaperAnswer } from './paper-schemas.ts'
export {
  ApiProblem,
  answerApiProblem,
  apiPaths,
  openHeaders,
  type ProblemWord,
  problemTypes,
  statusOfProblem,
} from './problem.ts'
export { type PaperAnswers, type PaperAnswerTables, paperAnswersReader } from './read-paper-answers.ts'
export { answerJson, answerText, forAMinute, notKept, readDoi, readRequest, refuseQuery } from './read-request.ts'
export { batchCall, reportAnswer, reportCall } from './report-call.ts'
export {
  FoundPapers,
  largestApiBody,
  mostInBatch,
  ProblemDetails,
  ReportAnswer,
} from './schemas.ts'
export { foundPapers, searchCall } from './search-call.ts'
export { briefStatus } from './status-answer.ts'
