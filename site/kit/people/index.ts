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
  visitorKey,
} from './person.ts'
export { isMarked, removeMark } from './personalization-cookie.ts'
