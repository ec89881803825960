export { neverConfirmedFor, providerTables } from './provider-tables.ts'
export {
  days,
  hours,
  howLong,
  ofNobodyFor,
  ofNobodyUntil,
  ofPeopleFor,
  ofPeopleUntil,
  type Retention,
  type Swept,
  timeInWords,
} from './retention.ts'
