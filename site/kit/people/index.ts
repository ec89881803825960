export {
  type Account,
  accountKey,
  createPeople,
  type DeletedAccount,
  moderatorRole,
  type People,
  type Person,
  type SessionState,
  type Visitor,
} from './person.ts'
export { visitorKey } from './visitor-cookie.ts'
export { isMarked, removeMark } from './yours-mark.ts'
