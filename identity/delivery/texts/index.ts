export {
  listUndeliveredTexts,
  noteText,
  noteTextState,
  stateOfNewestText,
  sweepTexts,
  type TextState,
  type TextTables,
  textMigrations,
  type UndeliveredText,
} from './store.ts'
export { twilioReports, twilioReportUrl } from './twilio-reports.ts'
