export {
  forgetActor,
  type LoggedAct,
  logAct,
  type MoneyAct,
  type MoneyLogTables,
  moneyLogMigration,
  readActs,
} from './store.ts'
